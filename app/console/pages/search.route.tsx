import { type LoaderFunctionArgs, redirect } from '@remix-run/cloudflare'
import { useLoaderData } from '@remix-run/react'
import type { ReactNode } from 'react'
import { requireAdmin } from '#app/console/http/admin-guard.server.ts'
import type { GroupRow } from '#app/console/service/group-views.server.ts'
import { readRequest } from '#app/console/service/requests.server.ts'
import { type Hits, searchAll } from '#app/console/service/search.server.ts'
import { GroupBadges, groupPath, useGroupName } from '#app/console/ui/group-words.tsx'
import { IdLink, NothingHere, TextLink } from '#app/console/ui/kit.tsx'
import { PaymentRef } from '#app/console/ui/payment-ref.tsx'
import { pathOfSubject } from '#app/console/ui/subject.ts'
import { useFormat, useT } from '#app/i18n/context.tsx'
import { orderStatus } from '#app/i18n/status-words.ts'
import { HITS_MAX } from '#app/kernel/search.ts'
import { londonDay } from '#app/kernel/time.ts'
import { askedIn } from '#app/web/http/search-params.server.ts'
import { Banner } from '#app/web/ui/banner.tsx'
import { Card } from '#app/web/ui/card.tsx'
import { Link } from '#app/web/ui/link.tsx'
import { Page, Section } from '#app/web/ui/page.tsx'
import type { PageHandle } from '#app/web/ui/page-meta.tsx'

export const handle: PageHandle = { title: 'admin:search.title', console: true }

const LENGTH_MAX = 100

/** Everything the administrator may find, by kind. Opening a result is audited there. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const admin = await requireAdmin(context, request)
  const typed = (askedIn(request).get('find') ?? '').slice(0, LENGTH_MAX)

  // There is one bill of an id, and its page says everything of it.
  const id = typed.trim().toLowerCase()
  const bill = /^req_\w+$/.test(id) && (await readRequest(context, id))
  if (bill) throw redirect(`/admin/requests/${bill.id}`)
  const hits = await searchAll(context, typed, admin)
  return { hits, seesGroups: admin.scopes.includes('groups'), now: context.clock.now() }
}

export default function SearchPage() {
  const t = useT()
  const { hits } = useLoaderData<typeof loader>()
  return (
    <Page title={t('admin:search.title')} lead={t('admin:search.lead', { max: HITS_MAX })}>
      {hits === null ? (
        <NothingHere>{t('admin:search.tooShort')}</NothingHere>
      ) : (
        <Results {...hits} />
      )}
    </Page>
  )
}

function Results({ users, carpools, trips, orders, vehicles, drivers, payments, isDown }: Hits) {
  const t = useT()
  const format = useFormat()
  const kinds = [
    part(
      'users',
      users.map(({ id, name, phone, closedAt }) => (
        <Hit key={id} to={`/admin/users/${id}`} name={name || t('admin:user.nobody')}>
          {closedAt === null ? phone : ''}
        </Hit>
      )),
    ),
    part(
      'carpools',
      carpools.map((group) => <GroupHit key={group.id} group={group} />),
    ),
    part(
      'trips',
      trips.map((group) => <GroupHit key={group.id} group={group} />),
    ),
    part(
      'orders',
      orders.map(({ id, kind, userName, sendDate, status }) => (
        <Hit key={id} to={pathOfSubject(id)} name={`${t(`admin:nav.${kind}`)} · ${userName}`}>
          {format.day(sendDate)} · {orderStatus(t, status, kind)}
        </Hit>
      )),
    ),
    part(
      'payments',
      payments.map(({ intentId, purpose, amount, subjectId }) => (
        <Hit
          key={intentId}
          to={`/admin/payments/${intentId}`}
          name={t(`admin:payment.purpose.${purpose}`, { amount: format.money(amount) })}
        >
          <IdLink to={pathOfSubject(subjectId)}>{subjectId}</IdLink>
          <PaymentRef id={intentId} />
        </Hit>
      )),
    ),
    part('fleet', [
      ...vehicles.map(({ id, name, rides }) => (
        <Hit key={id} to={`/admin/vehicles/${id}`} name={name}>
          <NextRides rides={rides} of="driver" />
        </Hit>
      )),
      ...drivers.map(({ id, name, rides }) => (
        <Hit key={id} to={`/admin/drivers/${id}`} name={name}>
          <NextRides rides={rides} of="plate" />
        </Hit>
      )),
    ]),
  ].filter(({ items }) => items.length > 0)
  return (
    <>
      {isDown && (
        <Banner tone="warn" role="status" title={t('admin:payment.down')}>
          {t('admin:search.down')}
        </Banner>
      )}
      {kinds.length === 0 && !isDown && <NothingHere>{t('admin:search.none')}</NothingHere>}
      {kinds.map(({ kind, items }) => (
        <Section key={kind} id={`found-${kind}`} title={t(`admin:search.kind.${kind}`)}>
          <Card className="figures">
            <ul className="divide-y divide-line">{items}</ul>
          </Card>
        </Section>
      ))}
    </>
  )
}

const part = <Kind extends string>(kind: Kind, items: ReactNode[]) => ({ kind, items })

type HitProps = { to: string; name: string; children?: ReactNode }

function Hit({ to, name, children }: HitProps) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-1">
      <Link to={to} className="inline-flex min-h-11 items-center font-semibold">
        {name}
      </Link>
      <span className="flex flex-wrap items-center gap-x-3">{children}</span>
    </li>
  )
}

type NextRidesProps = { rides: Hits['drivers'][number]['rides']; of: 'plate' | 'driver' }

/** The next rides of a vehicle or a driver: when, and with whom or what. */
function NextRides({ rides, of }: NextRidesProps) {
  const t = useT()
  const format = useFormat()
  const { seesGroups } = useLoaderData<typeof loader>()
  if (rides.length === 0) return <span className="text-muted">{t('admin:search.noRide')}</span>
  return rides.map(({ groupId, meetAt, ...ride }) => (
    <TextLink
      key={`${groupId}${meetAt}`}
      to={seesGroups ? pathOfSubject(groupId) : `/admin/day?date=${londonDay(meetAt)}`}
      tall
    >
      {`${format.dateTime(meetAt)} · ${ride[of]}`}
    </TextLink>
  ))
}

function GroupHit({ group }: { group: GroupRow }) {
  const format = useFormat()
  const nameOf = useGroupName()
  const { seesGroups, now } = useLoaderData<typeof loader>()
  const path = seesGroups ? groupPath(group) : `/admin/day?date=${londonDay(group.at)}`
  return (
    <Hit to={path} name={`${format.dateTime(group.at)} · ${nameOf(group)}`}>
      <GroupBadges group={group} now={now} />
    </Hit>
  )
}
