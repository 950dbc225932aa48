import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { useLoaderData } from '@remix-run/react'
import { requireUser } from '#app/http/guard.server.ts'
import { useFormat, useT } from '#app/i18n/context.tsx'
import { formPath, requireRecord } from '#app/routes/carpool/pay-view.server.ts'
import { shareUrl } from '#app/routes/share/shared.server.ts'
import type { CarpoolRecord } from '#app/services/groups/carpools.server.ts'
import { privateIdsOf } from '#app/services/groups/group-id.server.ts'
import { LinkButton } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { Page, Section } from '#app/ui/page.tsx'
import type { PageHandle } from '#app/ui/page-meta.tsx'
import { useGentleRefresh } from '#app/ui/use-refresh.ts'
import { Mine, Money, Ride } from './facts.tsx'
import { RecordLinks } from './links.tsx'
import { Progress } from './progress.tsx'
import { isWaiting, stageOf } from './stage.ts'
import { Standing } from './standing.tsx'

export const handle: PageHandle = { title: 'carpool:record.title' }

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const user = await requireUser(context, request)
  const record = await requireRecord(context, user, params.participantId)
  const became =
    record.paymentStatus === 'PRIVATE_CONVERTED' ? await privateIdsOf(record.participantId) : null
  return {
    record,
    formTo: formPath(record),
    becameTo: became && `/carpool/record/${became.participantId}`,
    share: shareUrl(context, 'carpool', record.id),
    now: context.clock.now(),
  }
}

const LOOK_AGAIN_MS = 20_000

/** The viewer's own place in a carpool: its status, what is next, and what was agreed. */
export default function RecordPage() {
  const t = useT()
  const format = useFormat()
  const { record, now, ...links } = useLoaderData<typeof loader>()
  const stage = stageOf(record)
  useGentleRefresh(LOOK_AGAIN_MS, isWaiting(stage))
  return (
    <Page
      title={t('carpool:record.title')}
      lead={<span className="figures">{format.dateTime(record.carpoolAt)}</span>}
      back={{ to: `/carpool?tripType=${record.tripType}`, label: t('carpool:record.back') }}
      width="text"
    >
      <Standing record={record} stage={stage} now={now} {...links} />
      <RecordLinks record={record} />
      <Section id="progress" title={t('carpool:record.progress')}>
        <Card>
          <Progress record={record} stage={stage} />
        </Card>
      </Section>
      <Section id="ride" title={t('carpool:record.ride')}>
        <Card>
          <Ride record={record} />
        </Card>
      </Section>
      <Section id="mine" title={t('carpool:record.mine')} action={<Change record={record} />}>
        <Card>
          <Mine record={record} />
        </Card>
      </Section>
      <Section id="money" title={t('carpool:record.money')}>
        <Money record={record} stage={stage} />
      </Section>
      {record.actions.includes('exit') && (
        <LinkButton
          to={`/profile/exit/${record.participantId}`}
          variant="secondary"
          className="self-start"
        >
          {t(record.private ? 'account:record.action.exitPrivate' : 'carpool:record.exit')}
        </LinkButton>
      )}
    </Page>
  )
}

function Change({ record: { participantId, actions } }: { record: CarpoolRecord }) {
  const t = useT()
  if (!actions.includes('editInfo')) return null
  return (
    <LinkButton to={`/profile/info/${participantId}`} small variant="secondary">
      {t('carpool:record.edit')}
    </LinkButton>
  )
}
