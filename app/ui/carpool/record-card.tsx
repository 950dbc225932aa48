import { Link, useLocation } from '@remix-run/react'
import type { ReactNode } from 'react'
import { useFormat, useLanguage, useT } from '#app/i18n/context.tsx'
import type { CarpoolRecord } from '#app/services/groups/carpools.server.ts'
import { Card } from '#app/ui/card.tsx'
import { ChevronDown, Icon, PlaneLanding, PlaneTakeoff } from '#app/ui/icon.tsx'
import { RecordButtons } from './record-buttons.tsx'
import { MineFacts, MoneyFacts, RideFacts } from './record-facts.tsx'
import { RecordNext } from './record-next.tsx'
import { Seats } from './seats.tsx'
import { StatusBadge } from './status-badge.tsx'

type RecordCardProps = {
  record: CarpoolRecord
  now: number
  /** The part of this card that comes from elsewhere: the deposit check. */
  children?: ReactNode
}

/**
 * A carpool in which the viewer has or had a place: its status, what is due until when, what can be
 * done, and everything that was agreed (docs/rules.md#carpool-records). A past one keeps its
 * details folded.
 */
export function RecordCard({ record, now, children }: RecordCardProps) {
  const t = useT()
  const format = useFormat()
  const language = useLanguage()
  const { search } = useLocation()
  const { participantId, tripType } = record
  const title = `${participantId}-title`
  return (
    <Card as="article" labelledBy={title} className="flex flex-col gap-3">
      <div className="flex flex-wrap items-start justify-between gap-x-3 gap-y-1">
        <h3 id={title} className="figures text-18">
          <Link
            to={`/carpool/record/${participantId}`}
            className="underline-offset-4 hover:underline"
          >
            {format.dateTime(record.carpoolAt)}
          </Link>{' '}
          <span className="whitespace-nowrap font-normal text-13 text-muted">
            {t('common:londonTime')}
          </span>
        </h3>
        <StatusBadge status={record.status} />
      </div>
      <p className="flex gap-2">
        <Icon of={tripType === 'PICKUP' ? PlaneLanding : PlaneTakeoff} size={18} className="mt-1" />
        <span className="min-w-0">
          <span className="font-medium">
            {t(`carpool:tripType.${tripType}`)} · {record.airportName[language]}
          </span>{' '}
          {record.terminals.join(' · ')}
        </span>
      </p>
      {!record.private && record.list === 'joined' && (
        <Seats
          taken={record.currentPassengers}
          max={record.maxPassengers}
          open={record.status === 'OPEN'}
        />
      )}
      <RecordNext record={record} now={now} />
      {children}
      <RecordButtons record={record} search={search} />
      <Details open={record.list === 'joined'} label={t('account:record.details')}>
        <MoneyFacts record={record} />
        <RideFacts record={record} />
        <MineFacts record={record} />
      </Details>
    </Card>
  )
}

type DetailsProps = { open: boolean; label: string; children: ReactNode }

function Details({ open, label, children }: DetailsProps) {
  return (
    <details open={open} className="group border-line border-t pt-1">
      <summary className="flex min-h-11 items-center justify-between gap-2 text-14 text-muted">
        {label}
        <Icon of={ChevronDown} className="transition-transform group-open:rotate-180" />
      </summary>
      <div className="flex flex-col gap-4 pt-1">{children}</div>
    </details>
  )
}
