import type { GroupView } from '#app/console/service/group-views.server.ts'
import { Id } from '#app/console/ui/kit.tsx'
import { is } from '#app/group/rules/status.ts'
import { useFormat, useT } from '#app/i18n/context.tsx'
import { type Fact, Facts } from '#app/web/ui/card.tsx'
import { Link } from '#app/web/ui/link.tsx'

/** When, how many, what it costs, and links to more. */
export function GroupFacts({ group, seesLog }: { group: GroupView; seesLog: boolean }) {
  const t = useT()
  const format = useFormat()
  const { about, id } = group
  const own: Fact[] =
    about.kind === 'trip'
      ? [
          { term: t('admin:group.fact.end'), detail: format.dateTime(about.endAt) },
          { term: t('admin:group.fact.min'), detail: about.minPassengers },
          { term: t('admin:group.fact.balancePrice'), detail: format.money(about.balancePrice) },
        ]
      : [
          {
            term: t('admin:group.fact.car'),
            detail: t(group.private ? 'admin:group.fact.carPrivate' : 'admin:group.fact.carShared'),
          },
          {
            term: t('admin:group.fact.fewer'),
            detail:
              about.openedFor > 0 &&
              t('admin:group.fact.wentWith', {
                count: group.maxPassengers,
                max: about.openedFor,
              }),
          },
          {
            term: t('admin:group.fact.price'),
            detail: about.prices
              .slice(0, group.private ? 1 : group.maxPassengers)
              .map((pence, at) =>
                t('admin:group.fact.priceFor', { count: at + 1, amount: format.money(pence) }),
              )
              .join(' · '),
          },
        ]
  return (
    <Facts
      items={[
        { term: t('admin:group.column.cutoff'), detail: format.dateTime(group.cutoffAt) },
        {
          term: t('admin:group.column.people'),
          detail: t('admin:group.people', { count: group.people, max: group.maxPassengers }),
        },
        {
          term: t('admin:group.fact.due'),
          // Fixed once the group is complete.
          detail: is(group.status, 'complete', 'unpaidCar') && format.dateTime(group.balanceDueAt),
        },
        ...own,
        {
          term: t('admin:group.fact.offers'),
          detail:
            group.offers.length > 0 &&
            group.offers
              .map(({ people: count, until }) =>
                t('admin:group.fact.offer', { count, until: format.dateTime(until) }),
              )
              .join(' · '),
        },
        { term: t('admin:group.fact.created'), detail: format.dateTime(group.createdAt) },
        {
          term: t('admin:group.stuck'),
          detail: group.stuck.length > 0 && (
            <Link to="/admin/payments">{t('admin:nav.payments')}</Link>
          ),
        },
        {
          term: t('admin:nav.audit'),
          detail: seesLog && (
            <Link to={`/admin/audit?subject=${id}`} className="text-brand underline">
              {t('admin:group.fact.log')}
            </Link>
          ),
        },
        { term: t('admin:group.fact.id'), detail: <Id id={id} /> },
      ]}
    />
  )
}
