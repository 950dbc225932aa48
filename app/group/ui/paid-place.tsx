import { useFormat, useT } from '#app/i18n/context.tsx'
import { PICTURE_PX, Subject } from '#app/payments/ui/subject.tsx'
import { Period } from '#app/trip/ui/trip-line.tsx'
import { PlacePicture, useSubject } from './picture.tsx'
import type { PlaceRecord } from './place.ts'

/** Which place a payment is for. */
export function PaidPlace({ place }: { place: PlaceRecord }) {
  const t = useT()
  const format = useFormat()
  const subject = useSubject(place)
  const people = t('carpool:form.peopleOption', { count: place.party.people })
  return (
    <Subject
      picture={<PlacePicture place={place} height={PICTURE_PX} />}
      title={place.kind === 'trip' ? subject : format.dateTime(place.carpoolAt)}
    >
      {place.kind === 'trip' ? (
        <>
          <Period trip={place} /> <span>{`· ${people}`}</span>
        </>
      ) : (
        `${subject} · ${people}`
      )}
    </Subject>
  )
}
