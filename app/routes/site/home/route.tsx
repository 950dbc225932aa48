import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { Link, useLoaderData } from '@remix-run/react'
import { useT } from '#app/i18n/context.tsx'
import { Badge } from '#app/ui/badge.tsx'
import { Banner } from '#app/ui/banner.tsx'
import { Card } from '#app/ui/card.tsx'
import { ContactCard } from '#app/ui/contact-card.tsx'
import {
  ArrowRight,
  Car,
  CircleCheck,
  Hourglass,
  Icon,
  type IconType,
  Package,
  Truck,
  Users,
  Warehouse,
} from '#app/ui/icon.tsx'
import { Section } from '#app/ui/page.tsx'
import type { PageHandle } from '#app/ui/page-meta.tsx'
import { WrittenText } from '#app/ui/written-text.tsx'

export const handle: PageHandle = { title: 'home:title', whole: true, plain: true, shared: true }

export async function loader({ context }: LoaderFunctionArgs) {
  const { contact, notice } = await context.site.read()
  return { contact, notice: notice('home', context.language) }
}

type Status = 'open' | 'building'
type Service = {
  name: 'carpool' | 'mail' | 'storage' | 'moving' | 'trip'
  to: string
  icon: IconType
  status: Status
}

const services: Service[] = [
  { name: 'carpool', to: '/carpool', icon: Car, status: 'open' },
  { name: 'mail', to: '/mail', icon: Package, status: 'open' },
  { name: 'storage', to: '/storage', icon: Warehouse, status: 'building' },
  { name: 'moving', to: '/moving', icon: Truck, status: 'open' },
  { name: 'trip', to: '/trip', icon: Users, status: 'open' },
]

export default function Home() {
  const t = useT()
  const { contact, notice } = useLoaderData<typeof loader>()
  return (
    <div className="flex flex-col gap-8">
      <Banner tone="brand" title={t('home:notice.title')}>
        {notice ? <WrittenText text={notice} /> : t('home:notice.text')}
      </Banner>
      <div className="flex flex-col gap-2">
        <h1 className="text-28">{t('home:heading')}</h1>
        <p className="max-w-text text-muted">{t('home:lead')}</p>
      </div>
      <Section id="services" title={t('home:services.title')}>
        <ul className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
          {services.map((service) => (
            <ServiceCard key={service.name} {...service} />
          ))}
        </ul>
      </Section>
      <Section id="contact" title={t('home:contact.title')}>
        <ContactCard contact={contact} />
      </Section>
    </div>
  )
}

function ServiceCard({ name, to, icon, status }: Service) {
  const t = useT()
  const open = status === 'open'
  return (
    <Card
      as="li"
      // The most used service is twice as wide, which fills two rows of three.
      className={`group relative flex items-center gap-4 hover:border-edge ${name === 'carpool' ? 'sm:col-span-2' : ''}`}
    >
      <span
        className={`flex size-12 shrink-0 items-center justify-center rounded-card ${open ? 'bg-brand text-on-brand' : 'bg-brand-soft text-brand'}`}
      >
        <Icon of={icon} size={26} />
      </span>
      <span className="flex min-w-0 flex-1 flex-col items-start gap-1">
        {/* The whole card is the link's click area. */}
        <Link
          to={to}
          className="font-semibold text-18 no-underline after:absolute after:inset-0 after:rounded-card"
        >
          {t(`home:services.${name}.name`)}
        </Link>
        <span className="text-14 text-muted">{t(`home:services.${name}.line`)}</span>
        <Badge tone={open ? 'ok' : 'neutral'} icon={open ? CircleCheck : Hourglass}>
          {t(`home:status.${status}`)}
        </Badge>
      </span>
      <Icon of={ArrowRight} className="text-muted" />
    </Card>
  )
}
