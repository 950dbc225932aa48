import { useFormat, useLanguage, useT } from '#app/i18n/context.tsx'
import type { CarpoolRecord } from '#app/services/groups/carpools.server.ts'
import { PICTURE_PX, Subject } from '#app/ui/pay/subject.tsx'
import { OwnCar } from './own-car.tsx'
import { routeOf } from './ride-route.ts'

/** Which place in which car a payment is for. */
export function PaidRide({ record }: { record: CarpoolRecord }) {
  const t = useT()
  const format = useFormat()
  const language = useLanguage()
  return (
    <Subject
      picture={<OwnCar record={record} height={PICTURE_PX} />}
      title={format.dateTime(record.carpoolAt)}
    >
      {`${routeOf(t, language, record)} · ${t('carpool:form.peopleOption', { count: record.party.people })}`}
    </Subject>
  )
}
