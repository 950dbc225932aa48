import { Effects } from '#app/carpool/ui/effects.tsx'
import { useT } from '#app/i18n/context.tsx'
import {
  Car,
  Check,
  CircleX,
  CreditCard,
  type IconType,
  Info,
  LogOut,
  MapPin,
  Package,
  Tag,
  User,
  Users,
} from '#app/web/ui/icon.tsx'
import { Section } from '#app/web/ui/page.tsx'

type ConsequencesProps = { points: number; member: boolean; months: number }

/** What is erased, what is kept and why, and what is lost. */
export function Consequences({ points, member, months }: ConsequencesProps) {
  const t = useT()
  const lost: { icon: IconType; text: string }[] = []
  if (points > 0)
    lost.push({ icon: Tag, text: t('account:data.closing.lostItems.points', { count: points }) })
  if (member) lost.push({ icon: User, text: t('account:data.closing.lostItems.member') })
  lost.push({ icon: CircleX, text: t('account:data.closing.lostItems.past') })
  return (
    <>
      <Section id="erased" title={t('account:data.closing.erased')}>
        <Effects
          items={[
            { icon: User, text: t('account:data.closing.erasedItems.person') },
            { icon: LogOut, text: t('account:data.closing.erasedItems.sessions') },
            { icon: Package, text: t('account:data.closing.erasedItems.orders') },
            { icon: MapPin, text: t('account:data.closing.erasedItems.travel') },
            { icon: CreditCard, text: t('account:data.closing.erasedItems.card') },
          ]}
        />
      </Section>
      <Section id="kept" title={t('account:data.closing.kept')}>
        <Effects
          items={[
            { icon: Check, text: t('account:data.closing.keptItems.money') },
            { icon: Car, text: t('account:data.closing.keptItems.bookings', { months }) },
            { icon: Users, text: t('account:data.closing.keptItems.people') },
            { icon: Info, text: t('account:data.closing.keptItems.backups') },
          ]}
        />
      </Section>
      <Section id="lost" title={t('account:data.closing.lost')}>
        <Effects items={lost} />
      </Section>
    </>
  )
}
