import type { GroupPlace, GroupView } from '#app/console/service/group-views.server.ts'
import { Tel } from '#app/console/ui/order-lines.tsx'
import { useFormat, useT } from '#app/i18n/context.tsx'
import { Banner } from '#app/web/ui/banner.tsx'
import { Button } from '#app/web/ui/button.tsx'
import { Form } from '#app/web/ui/form.tsx'

type MissedProps = {
  group: GroupView
  mayDispatch: boolean
  /** Why closing the task was refused. */
  refusal: string | null
}

/** Passengers whom the driver did not find, until somebody has dealt with them. */
export function Missed({ group, mayDispatch, refusal }: MissedProps) {
  const t = useT()
  const format = useFormat()
  const { missed = {}, cars } = group.ride
  const drivers = cars.map(({ driver }) => `${driver.name} ${driver.phone}`).join(', ')
  return group.places
    .filter(({ participantId, seat }) => seat === 'taken' && missed[participantId] !== undefined)
    .map(({ participantId, person }) => (
      <Banner
        key={participantId}
        tone="danger"
        title={t('admin:car.missed.title', {
          name: person?.name || t('admin:group.nobody'),
          time: format.dateTime(missed[participantId] ?? 0),
        })}
        action={
          mayDispatch && (
            <Form method="post">
              <input type="hidden" name="step" value="missed" />
              <input type="hidden" name="participantId" value={participantId} />
              <Button type="submit">{t('admin:car.missed.settle')}</Button>
            </Form>
          )
        }
      >
        {refusal && (
          <p role="alert" className="font-semibold">
            {refusal}
          </p>
        )}
        {person && <Tel tel={person.phone} />}
        <p>{t('admin:car.missed.what', { drivers })}</p>
      </Banner>
    ))
}

/** Passengers to call, since the text message about their car may not have arrived. */
export function UnsentSms({ places }: { places: GroupPlace[] }) {
  const t = useT()
  if (places.length === 0) return null
  return (
    <Banner tone="warn" title={t('admin:car.unsentSms.title')}>
      <p>{t('admin:car.unsentSms.what')}</p>
      {places.map(({ participantId, person }) => (
        <p key={participantId} className="flex flex-wrap items-center gap-x-4">
          {person?.name || t('admin:group.nobody')} {person && <Tel tel={person.phone} />}
        </p>
      ))}
    </Banner>
  )
}
