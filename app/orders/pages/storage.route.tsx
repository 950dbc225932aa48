import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { useLoaderData } from '@remix-run/react'
import { readContact } from '#app/catalog/service/site-texts.server.ts'
import { useT } from '#app/i18n/context.tsx'
import { Badge } from '#app/web/ui/badge.tsx'
import { Card } from '#app/web/ui/card.tsx'
import { ContactCard } from '#app/web/ui/contact-card.tsx'
import { Calendar, Hourglass, Icon, Truck, Warehouse } from '#app/web/ui/icon.tsx'
import { Page, Section } from '#app/web/ui/page.tsx'
import type { PageHandle } from '#app/web/ui/page-meta.tsx'

export const handle: PageHandle = {
  shared: true,
  title: 'common:nav.storage',
  description: 'common:comingSoon.storage.description',
}

export const loader = async ({ context }: LoaderFunctionArgs) => ({
  contact: await readContact(context),
})

const steps = [
  { step: 'collect', icon: Truck },
  { step: 'keep', icon: Warehouse },
  { step: 'bring', icon: Calendar },
] as const

/**
 * Storage is not built yet. The page describes it, says that nothing can be booked, and whom to ask
 * until then.
 */
export default function StoragePage() {
  const t = useT()
  const { contact } = useLoaderData<typeof loader>()
  return (
    <Page
      title={t('common:comingSoon.storage.title')}
      lead={t('common:comingSoon.storage.lead')}
      action={
        <Badge tone="warn" icon={Hourglass}>
          {t('home:status.building')}
        </Badge>
      }
    >
      <Section id="plan" title={t('common:comingSoon.storage.plan')}>
        <ol className="grid gap-3 sm:grid-cols-3">
          {steps.map(({ step, icon }) => (
            <Card as="li" key={step} className="flex gap-3 sm:flex-col">
              <Icon of={icon} size={26} className="text-brand" />
              <div className="min-w-0">
                <h3 className="text-16">{t(`common:comingSoon.storage.${step}.title`)}</h3>
                <p className="text-14 text-muted">{t(`common:comingSoon.storage.${step}.text`)}</p>
              </div>
            </Card>
          ))}
        </ol>
        <p className="max-w-text text-muted">{t('common:comingSoon.storage.price')}</p>
      </Section>
      <Section id="contact" title={t('common:comingSoon.storage.ask')}>
        <p className="max-w-text text-muted">{t('common:comingSoon.storage.askLead')}</p>
        <ContactCard contact={contact} />
      </Section>
    </Page>
  )
}
