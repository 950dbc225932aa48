import type { Car } from '#app/domain/features/ride/ride-state.ts'
import { useFormat, useT } from '#app/i18n/context.tsx'
import type { DriverRow, VehicleRow } from '#app/services/admin/fleet.server.ts'
import { TextLink } from '#app/ui/admin/kit.tsx'
import { Banner } from '#app/ui/banner.tsx'
import type { FormResult } from '#app/ui/use-form.ts'
import type { ShownCar } from './shown.server.ts'
import { driverLabel, vehicleLabel } from './words.ts'

type ConflictProps = {
  now: ShownCar
  /** What was typed; null: nothing, the car was to be withdrawn. */
  sent: FormResult['sent'] | null
  /** The car's page, as it is without what was typed. */
  path: string
  crew: { vehicles: VehicleRow[]; drivers: DriverRow[] }
}

/** What somebody else has saved meanwhile, beside what was typed, and the way to keep it. */
export function Conflict({ now, sent, path, crew }: ConflictProps) {
  const t = useT()
  const { car, others } = now
  const saved = useSaved(now)
  const typed = useTyped(now, sent, crew)
  return (
    <Banner tone="warn" title={t(car ? 'admin:car.conflict.car' : 'admin:car.conflict.none')}>
      {car && (
        <table className="mt-2 w-full table-fixed text-left [&_td]:break-words [&_td]:py-1 [&_td]:pr-2 [&_td]:align-top">
          <thead>
            <tr>
              <td />
              <th scope="col">{t('admin:car.conflict.saved')}</th>
              {sent && <th scope="col">{t('admin:car.conflict.typed')}</th>}
            </tr>
          </thead>
          <tbody>
            {saved(car).map(([term, text], at) => (
              <tr key={term} className={sent && typed[at] !== text ? 'font-semibold' : undefined}>
                <th scope="row" className="py-1 pr-2 align-top font-normal text-muted">
                  {term}
                </th>
                <td>{text}</td>
                {sent && <td>{typed[at]}</td>}
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {others.length > 0 && (
        <>
          <p className="mt-2 font-medium">{t('admin:car.conflict.others')}</p>
          <ul className="list-disc pl-5">
            {others.map((other) => (
              <li key={other.id}>
                {saved(other)
                  .map(([, text]) => text)
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

const isListed = ({ places }: Pick<Car, 'places'>, id: string) =>
  places === null || places.some((place) => place === id)

/** A saved car, line by line. */
function useSaved({ people, others, car }: ShownCar) {
  const t = useT()
  const format = useFormat()
  const isTrip = others.length > 0 || car?.places
  return (one: Car): [term: string, text: string][] => [
    [t('admin:car.vehicle'), vehicleLabel(t, one.vehicle)],
    [t('admin:car.driver'), driverLabel(one.driver)],
    [t('admin:car.meetingPoint'), one.meetingPoint],
    [t('admin:car.meetAt'), format.wall(one.meetAt).replace('T', ' ')],
    [t('admin:car.note'), one.note],
    ...(isTrip
      ? [[t('admin:car.who'), namesOf(people, (id) => isListed(one, id))] as [string, string]]
      : []),
  ]
}

const namesOf = (people: ShownCar['people'], isIn: (id: string) => boolean): string =>
  people
    .filter(({ id }) => isIn(id))
    .map(({ name }) => name || '–')
    .join(', ')

/** What was typed, in the same order. */
function useTyped({ people }: ShownCar, sent: ConflictProps['sent'], crew: ConflictProps['crew']) {
  const t = useT()
  const values = new Map(sent)
  const vehicle = crew.vehicles.find(({ id }) => id === values.get('vehicleId'))
  const driver = crew.drivers.find(({ id }) => id === values.get('driverId'))
  return [
    vehicle ? vehicleLabel(t, vehicle) : '',
    driver ? driverLabel(driver) : '',
    values.get('meetingPoint') ?? '',
    (values.get('meetAt') ?? '').replace('T', ' '),
    values.get('note') ?? '',
    namesOf(people, (id) =>
      (sent ?? []).some(([name, place]) => name === 'places' && place === id),
    ),
  ]
}
