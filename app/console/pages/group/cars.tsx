import type { GroupView } from '#app/console/service/group-views.server.ts'
import { NothingHere } from '#app/console/ui/kit.tsx'
import { useFormat, useT } from '#app/i18n/context.tsx'
import { LinkButton } from '#app/web/ui/button.tsx'
import { Card, Facts } from '#app/web/ui/card.tsx'
import { Section } from '#app/web/ui/page.tsx'

type CarsProps = {
  group: GroupView
  /** Whether the administrator may dispatch. */
  mayDispatch: boolean
}

/** The cars of a complete group, with a link to assign one. */
export function Cars({ group, mayDispatch }: CarsProps) {
  const t = useT()
  const { cars } = group.ride
  const isChangeable = mayDispatch && group.isAssignable
  const wantsOne = cars.length === 0 || group.about.kind === 'trip'
  return (
    <Section id="group-cars" title={t('admin:car.title')}>
      {cars.length === 0 && <NothingHere>{t('admin:car.none')}</NothingHere>}
      {cars.map((car) => (
        <CarCard key={car.id} car={car} isChangeable={isChangeable} />
      ))}
      {isChangeable && wantsOne && (
        <LinkButton to="car/new" className="self-start">
          {t('admin:car.assign')}
        </LinkButton>
      )}
    </Section>
  )
}

type CarCardProps = { car: GroupView['ride']['cars'][number]; isChangeable: boolean }

function CarCard({ car, isChangeable }: CarCardProps) {
  const t = useT()
  const format = useFormat()
  const { vehicle, driver, meetingPoint, meetAt, note } = car
  const { plate, make, colour, seats } = vehicle
  return (
    <Card className="flex flex-col gap-2">
      <Facts
        items={[
          {
            term: t('admin:car.vehicle'),
            detail: `${plate} · ${t('admin:fleet.vehicleAbout', { make, colour, seats })}`,
          },
          { term: t('admin:car.driver'), detail: `${driver.name} · ${driver.phone}` },
          { term: t('admin:car.meetAt'), detail: format.dateTime(meetAt) },
          { term: t('admin:car.meetingPoint'), detail: meetingPoint },
          { term: t('admin:car.note'), detail: note || null },
        ]}
      />
      {isChangeable && (
        <LinkButton to={`car/${car.id}`} variant="secondary" small className="self-start">
          {t('admin:car.edit')}
        </LinkButton>
      )}
    </Card>
  )
}
