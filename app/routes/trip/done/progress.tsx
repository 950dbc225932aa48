import { useFormat, useT } from '#app/i18n/context.tsx'
import { stateAt, Timeline } from '#app/ui/carpool/timeline.tsx'
import type { Reached, TripPlace } from './reached.ts'

/** How many of the steps are done: deposit, enough people, balance, departure. */
const DONE: Record<Reached, number> = { waiting: 1, deciding: 1, due: 2, paid: 3 }

/** The steps of a place that goes on, and what is due by when. */
export function Progress({ trip, own, reached }: TripPlace & { reached: Reached }) {
  const t = useT()
  const format = useFormat()
  const done = DONE[reached]
  const by = (at: number) => t('carpool:record.timeline.by', { time: format.dateTime(at) })
  const balance = () => {
    if (done > 2) return { label: t('carpool:record.timeline.balancePaid') }
    const label = t('carpool:record.timeline.balance')
    if (own.remaining !== null)
      return { label, detail: `${format.money(own.remaining)} · ${by(trip.balanceDueAt)}` }
    // Until when is not known before the trip goes ahead.
    const amount = format.money(trip.balancePrice * own.party.people)
    return { label, detail: t('ride:at.about', { amount }) }
  }
  const steps = [
    { at: 0, label: t('trip:done.deposit'), detail: format.money(trip.basePrice) },
    done > 1
      ? { at: 1, label: t('trip:status.SUCCESS') }
      : { at: 1, label: t('trip:done.count'), detail: format.dateTime(trip.cutoffAt) },
    ...(trip.balancePrice > 0 ? [{ at: 2, ...balance() }] : []),
    {
      at: 3,
      label: t('carpool:record.timeline.departure'),
      detail: format.dateTime(trip.tripStartAt),
    },
  ]
  return (
    <Timeline
      steps={steps.map(({ at, ...step }) => {
        const state = stateAt(at, done)
        return { ...step, state, stateLabel: t(`carpool:record.timeline.state.${state}`) }
      })}
    />
  )
}
