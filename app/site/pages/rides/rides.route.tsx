import depositScript from 'virtual:deposit-script'
import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { useLoaderData } from '@remix-run/react'
import { EmailLine } from '#app/account/ui/email-line.tsx'
import { hasReceipt } from '#app/group/ui/place.ts'
import { useT } from '#app/i18n/context.tsx'
import { LISTS, type List, listPath } from '#app/site/ui/rides-query.ts'
import { requireUser } from '#app/web/http/guard.server.ts'
import { AutoRefresh } from '#app/web/ui/auto-refresh.tsx'
import { Banner } from '#app/web/ui/banner.tsx'
import { LinkButton } from '#app/web/ui/button.tsx'
import { EmptyState } from '#app/web/ui/empty-state.tsx'
import { Luggage } from '#app/web/ui/icon.tsx'
import { Page } from '#app/web/ui/page.tsx'
import type { PageHandle } from '#app/web/ui/page-meta.tsx'
import { Tabs } from '#app/web/ui/tabs.tsx'
import { DepositCheck } from './deposit-check.tsx'
import type { Entry } from './entries.ts'
import {
  HeldTripTicket,
  OrderTicket,
  OwnTicket,
  RequestTicket,
  WaitTicket,
} from './other-tickets.tsx'
import { readRides } from './page.server.ts'

export const handle: PageHandle = { title: 'ride:title' }

export async function loader({ request, context }: LoaderFunctionArgs) {
  return readRides(context, requireUser(context, request), new URL(request.url))
}

const LOOK_AGAIN_MS = 30_000

/** The student's bookings of every kind, each with its next step (docs/rules.md#my-trips). */
export default function RidesPage() {
  const t = useT()
  const { list, entries, counts, isWhole, mailbox, now } = useLoaderData<typeof loader>()
  return (
    <Page
      title={t('ride:title')}
      width="text"
      action={
        <LinkButton to="/wishes" variant="quiet" small>
          {t('wish:title')}
        </LinkButton>
      }
    >
      {/* Others may join at any moment. */}
      <AutoRefresh
        everyMs={list === 'joined' ? LOOK_AGAIN_MS : null}
        className="flex flex-col gap-3"
      >
        <Tabs
          label={t('ride:tabs.label')}
          items={LISTS.map((name) => ({
            to: listPath(name),
            label: t('ride:tabs.tab', { name: t(`ride:tabs.${name}`), n: counts[name] }),
            current: list === name,
          }))}
        />
        {mailbox && <EmailLine of={mailbox} />}
        {list === 'joined' && (
          <p className="text-14 text-muted">{t('account:profile.payNotice')}</p>
        )}
        {!isWhole && <Banner tone="danger">{t('ride:failed')}</Banner>}
        {entries.length === 0 && isWhole && <Empty list={list} />}
        <ul className="flex flex-col gap-3">
          {entries.map((entry) => (
            <li key={entry.id} className="flex min-w-0 flex-col gap-2">
              <EntryTicket entry={entry} isPast={list === 'history'} now={now} />
            </li>
          ))}
        </ul>
      </AutoRefresh>
      <script type="module" async src={depositScript} />
    </Page>
  )
}

type EntryProps = { entry: Entry; isPast: boolean; now: number }

function EntryTicket({ entry, isPast, now }: EntryProps) {
  const t = useT()
  switch (entry.kind) {
    case 'place':
      return (
        <>
          <OwnTicket place={entry.place} now={now} />
          {entry.place.kind === 'carpool' && entry.place.seat === 'taken' && (
            <DepositCheck record={entry.place} />
          )}
          {isPast && hasReceipt(entry.place) && (
            <LinkButton to={`/receipt/${entry.place.participantId}`} variant="quiet" small>
              {t('pay:receipt.title')}
            </LinkButton>
          )}
        </>
      )
    case 'heldTrip':
      return <HeldTripTicket held={entry.held} now={now} />
    case 'wait':
      return <WaitTicket waited={entry.waited} now={now} />
    case 'request':
      return <RequestTicket request={entry.request} now={now} />
    case 'order':
      return entry.order.own && <OrderTicket order={entry.order} own={entry.order.own} now={now} />
  }
}

function Empty({ list }: { list: List }) {
  const t = useT()
  return (
    <EmptyState
      icon={Luggage}
      title={t(`ride:empty.${list}`)}
      action={list === 'joined' && <LinkButton to="/carpool">{t('ride:empty.action')}</LinkButton>}
    >
      {t(`ride:empty.${list}Lead`)}
    </EmptyState>
  )
}
