import { useFormat, useT } from '#app/i18n/context.tsx'
import { groupStatus } from '#app/i18n/status-words.ts'
import type { WishCar } from '#app/services/wishes/open-car.server.ts'
import { TextLink } from './kit.tsx'

/** Cars that were opened for wishes, with how full they are. */
export function WishCars({ cars }: { cars: WishCar[] }) {
  const t = useT()
  const format = useFormat()
  return (
    <ul className="flex w-full flex-col">
      {cars.map(({ id, carpoolAt, status, currentPassengers: count, maxPassengers: max }) => (
        <li key={id} className="flex flex-wrap items-center gap-x-3">
          <TextLink to={`/admin/carpools/${id}`} tall>
            {t('admin:wishes.open.opened', { time: format.dateTime(carpoolAt) })}
          </TextLink>
          <span className="figures text-14 text-muted">
            {groupStatus(t, 'carpool', status)} · {t('admin:group.people', { count, max })}
          </span>
        </li>
      ))}
    </ul>
  )
}
