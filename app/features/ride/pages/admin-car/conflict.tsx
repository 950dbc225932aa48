import { TextLink } from '#app/console/ui/kit.tsx'
import type { Car } from '#app/features/ride/rules/ride-state.ts'
import { useFormat, useT } from '#app/i18n/context.tsx'
import { Banner } from '#app/web/ui/banner.tsx'
import { Facts } from '#app/web/ui/card.tsx'
import type { ShownCar } from './car-form.server.ts'
import { driverLabel, vehicleLabel } from './words.ts'

type ConflictProps = {
  now: ShownCar
  /** The car's page with the saved version, discarding the form. */
  path: string
}

/** Edit conflict: the version saved meanwhile, above the form, and how to keep it. */
export function Conflict({ now: { car, others, people }, path }: ConflictProps) {
  const t = useT()
  const format = useFormat()
  const isTrip = others.length > 0 || car?.places
  const saved = (one: Car) => [
    { term: t('admin:car.vehicle'), detail: vehicleLabel(t, one.vehicle) },
    { term: t('admin:car.driver'), detail: driverLabel(one.driver) },
    { term: t('admin:car.meetingPoint'), detail: one.meetingPoint },
    { term: t('admin:car.meetAt'), detail: format.wall(one.meetAt).replace('T', ' ') },
    { term: t('admin:car.note'), detail: one.note || null },
    { term: t('admin:car.who'), detail: isTrip && namesIn(one, people) },
  ]
  return (
    <Banner tone="warn" title={t(car ? 'admin:car.conflict.car' : 'admin:car.conflict.none')}>
      {car && <Facts items={saved(car)} />}
      {others.length > 0 && (
        <>
          <p className="mt-2 font-medium">{t('admin:car.conflict.others')}</p>
          <ul className="list-disc pl-5">
            {others.map((other) => (
              <li key={other.id}>
                {saved(other)
                  .map(({ detail }) => detail)
                  .filter(Boolean)
                  .join(' · ')}
              </li>
            ))}
          </ul>
        </>
      )}
      <p className="mt-2">
        <TextLink to={path} tall>
          {t(car ? 'admin:car.conflict.keep' : 'admin:car.conflict.leave')}
        </TextLink>
      </p>
    </Banner>
  )
}

const namesIn = ({ places }: Car, people: ShownCar['people']): string =>
  people
    .filter(({ id }) => places === null || places.includes(id))
    .map(({ name }) => name || '–')
    .join(', ')
