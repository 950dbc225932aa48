import { useFormat, useLanguage, useT } from '#app/i18n/context.tsx'
import { depositFact } from '#app/i18n/deposit-words.ts'
import type { CarpoolRecord } from '#app/services/groups/carpools.server.ts'
import { Card, type Fact, Facts } from '#app/ui/card.tsx'
import { DepositLines } from '#app/ui/carpool/deposit-lines.tsx'
import { Seats } from '#app/ui/carpool/seats.tsx'
import { useMoneyBack } from '#app/ui/money-back.ts'
import type { Stage } from './stage.ts'

type RecordProps = { record: CarpoolRecord }

/** What everyone in the car shares. */
export function Ride({ record }: RecordProps) {
  const t = useT()
  const format = useFormat()
  const language = useLanguage()
  const { tripType, airportName, terminals, carpoolAt, cutoffAt } = record
  const airport = airportName[language]
  return (
    <Facts
      items={[
        {
          term: t(`carpool:tripType.${tripType}`),
          detail: t(`carpool:route.${tripType}`, { airport }),
        },
        { term: t('carpool:record.terminal'), detail: terminals.join(' · ') },
        {
          term: t('carpool:record.time'),
          detail: (
            <span className="figures">
              {format.dateTime(carpoolAt)} {t('common:londonTime')}
            </span>
          ),
        },
        {
          term: t('carpool:record.seats'),
          detail: (
            <Seats
              taken={record.currentPassengers}
              max={record.maxPassengers}
              open={record.status === 'OPEN'}
            />
          ),
        },
        {
          term: t('carpool:record.cutoff'),
          detail: <span className="figures">{format.dateTime(cutoffAt)}</span>,
        },
      ]}
    />
  )
}

/** What only the student sees: their own details. */
export function Mine({ record }: RecordProps) {
  const t = useT()
  const format = useFormat()
  const { flightNumber, flightTime, people, bigLuggage, smallLuggage, bag } = record.party
  return (
    <Facts
      items={[
        {
          term: t('carpool:record.people'),
          detail: t('carpool:form.peopleOption', { count: people }),
        },
        {
          term: t('carpool:record.flight'),
          detail: (
            <span className="figures">
              {flightNumber} {format.dateTime(flightTime)}
            </span>
          ),
        },
        { term: t('carpool:form.terminal'), detail: record.party.terminal },
        { term: t('carpool:form.address'), detail: record.party.nLocation },
        {
          term: t('carpool:record.luggage'),
          detail: t('carpool:record.luggageValue', { big: bigLuggage, small: smallLuggage, bag }),
        },
      ]}
    />
  )
}

/**
 * Where the student's money is. While the deposit is open or held, the four lines say what happens
 * to it.
 */
export function Money({ record, stage }: RecordProps & { stage: Stage }) {
  const t = useT()
  const format = useFormat()
  const { deposit, depositStory, prices, maxPassengers, party } = record
  const items = [
    {
      term: t('carpool:record.deposit'),
      detail: depositFact('carpool', depositStory, { t, format }),
    },
    ...useBalanceFacts(record),
    ...useMoneyBack(record),
  ]
  return (
    <div className="flex flex-col gap-3">
      <Card>
        <Facts items={items} />
      </Card>
      {(stage === 'awaiting' || (stage === 'waiting' && deposit.status === 'held')) && (
        <DepositLines
          prices={prices}
          maxPassengers={maxPassengers}
          people={party.people}
          filling={record.filling ?? 'open'}
          held={stage === 'waiting'}
        />
      )}
    </div>
  )
}

/**
 * The full balance, the points used on it, and what is left; nothing before the group is settled.
 */
function useBalanceFacts(record: CarpoolRecord): Fact[] {
  const t = useT()
  const format = useFormat()
  const {
    originalRemainingAmount,
    pointsDeducted,
    deductedAmount,
    remainingAmount,
    paymentStatus,
  } = record
  if (originalRemainingAmount === null || remainingAmount === null) return []
  const points: Fact = {
    term: t('carpool:record.points'),
    detail: t('carpool:record.pointsValue', {
      count: pointsDeducted,
      worth: format.money(deductedAmount),
    }),
  }
  const amount = format.money(originalRemainingAmount)
  const paid = paymentStatus === 'PAID'
  const left: Fact = { term: t('carpool:record.left'), detail: format.money(remainingAmount) }
  return [
    {
      term: t('carpool:record.balance'),
      detail: paid ? t('carpool:record.allPaid', { amount }) : amount,
    },
    ...(pointsDeducted > 0 ? [points] : []),
    ...(paid ? [] : [left]),
  ]
}
