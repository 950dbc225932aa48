import type { ShownRide } from '#app/group/service/own-car.ts'
import { useFormat, useT } from '#app/i18n/context.tsx'
import { buttonClass } from '#app/web/ui/button.tsx'
import { Card, Facts } from '#app/web/ui/card.tsx'
import { RideProgress } from './ride-progress.tsx'

/** The car a student looks for at arrivals, as a card of its own. */
export const DriverCard = ({ ride }: { ride: ShownRide }) => (
  <Card as="section" className="flex flex-col gap-3">
    <DriverPart ride={ride} heading="h2" />
  </Card>
)

type DriverPartProps = { ride: ShownRide; heading: 'h2' | 'h4' }

/** The car within a card: its plate in large type, when and where, and a call. */
export function DriverPart({ ride, heading: Heading }: DriverPartProps) {
  const t = useT()
  const format = useFormat()
  const { plate, make, colour, driver, phone, meetingPoint, meetAt, note, progress } = ride
  return (
    <>
      <Heading className="text-16">{t('ride:car.title')}</Heading>
      {progress && <RideProgress progress={progress} place={meetingPoint} />}
      <p className="flex flex-wrap items-baseline gap-x-4">
        <span translate="no" className="figures font-bold text-28">
          {plate}
        </span>
        <span>{t('ride:car.looks', { make, colour })}</span>
      </p>
      <Facts
        items={[
          {
            term: t('ride:car.meetAt'),
            detail: `${format.dateTime(meetAt)} ${t('common:londonTime')}`,
          },
          { term: t('ride:car.meetingPoint'), detail: meetingPoint },
          { term: t('ride:car.driver'), detail: <span translate="no">{driver}</span> },
          ...(note ? [{ term: t('ride:car.note'), detail: note }] : []),
        ]}
      />
      {phone && (
        <a href={`tel:${phone}`} className={buttonClass({ variant: 'secondary' })}>
          {t('ride:car.call', { phone })}
        </a>
      )}
    </>
  )
}
