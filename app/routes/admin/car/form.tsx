import { Form } from '@remix-run/react'
import { useT } from '#app/i18n/context.tsx'
import type { DriverRow, VehicleRow } from '#app/services/admin/fleet.server.ts'
import { Tick } from '#app/ui/admin/tick.tsx'
import { Button, SubmitButton } from '#app/ui/button.tsx'
import { FormErrors } from '#app/ui/error-summary.tsx'
import { DateTimeField, Field, FieldErrors, FieldSet, SelectField } from '#app/ui/field.tsx'
import { control, type FormResult, useForm } from '#app/ui/use-form.ts'

/** What an administrator may confirm: the same form with one more tick. */
const TO_CONFIRM: (string | undefined)[] = ['luggageOver', 'driverBusy']

type CarFormProps = {
  car: {
    id: string
    vehicleId: string
    driverId: string
    meetingPoint: string
    meetAt: string
    note: string
  }
  people: { id: string; name: string; people: number; isIn: boolean }[]
  vehicles: VehicleRow[]
  drivers: DriverRow[]
  limits: { place: number; note: number }
  isNew: boolean
  isTrip: boolean
  seen: number
  result: FormResult | null
}

/** Vehicle, driver, place and time to meet, a note; who travels in it; why it changes. */
export function CarForm({ car, isNew, isTrip, seen, result, ...rest }: CarFormProps) {
  const t = useT()
  const { people, vehicles, drivers, limits } = rest
  const { id, ...values } = car
  const { form, fields, errors } = useForm('car', { ...values, reason: '' }, result)
  const sent = result?.sent.filter(([name]) => name === 'places').map(([, text]) => text)
  const select = { required: true }
  return (
    <Form method="post" {...form} className="flex flex-col gap-4">
      <FormErrors errors={errors} />
      {TO_CONFIRM.includes(result?.failure?.code) && (
        <Tick name="isConfirmed" value="on" label={t('admin:car.confirm')} defaultChecked={false} />
      )}
      <input type="hidden" name="id" value={id} />
      <input type="hidden" name="seen" value={seen} />
      <SelectField
        label={t('admin:car.vehicle')}
        errors={fields.vehicleId.errors}
        placeholder={t('admin:car.choose')}
        options={vehicles.map(({ id: value, plate, make, colour, seats }) => ({
          value,
          label: `${plate} · ${t('admin:fleet.vehicleAbout', { make, colour, seats })}`,
        }))}
        input={{ ...control(fields.vehicleId), ...select }}
      />
      <SelectField
        label={t('admin:car.driver')}
        errors={fields.driverId.errors}
        placeholder={t('admin:car.choose')}
        options={drivers.map(({ id: value, name, languages }) => ({
          value,
          label: languages ? `${name} · ${languages}` : name,
        }))}
        input={{ ...control(fields.driverId), ...select }}
      />
      <Field
        label={t('admin:car.meetingPoint')}
        hint={t('admin:car.meetingPointHint')}
        errors={fields.meetingPoint.errors}
        input={{ ...control(fields.meetingPoint), required: true, maxLength: limits.place }}
      />
      <DateTimeField
        label={t('admin:car.meetAt')}
        errors={fields.meetAt.errors}
        input={{ ...control(fields.meetAt), required: true }}
      />
      <Field
        label={t('admin:car.note')}
        hint={t('admin:car.noteHint')}
        optional
        errors={fields.note.errors}
        input={{ ...control(fields.note), maxLength: limits.note }}
      />
      {isTrip && (
        <FieldSet legend={t('admin:car.who')}>
          {people.map(({ id: place, name, people: count, isIn }) => (
            <Tick
              key={place}
              name="places"
              value={place}
              label={t('admin:car.party', { name: name || t('admin:group.nobody'), count })}
              defaultChecked={sent?.includes(place) ?? isIn}
            />
          ))}
          <FieldErrors id="car-places" errors={result?.errors.places} />
        </FieldSet>
      )}
      {!isNew && (
        <Field
          label={t('admin:car.reason')}
          hint={t('admin:car.reasonHint')}
          errors={fields.reason.errors}
          input={{ ...control(fields.reason), required: true, maxLength: limits.place }}
        />
      )}
      <SubmitButton>{t(isNew ? 'admin:car.submit' : 'admin:car.change')}</SubmitButton>
    </Form>
  )
}

/** Takes the car away; passengers who know of it are told. */
export function Withdraw({ seen }: { seen: number }) {
  const t = useT()
  return (
    <details className="rounded-card border border-line bg-surface p-4">
      <summary className="min-h-11 content-center font-medium">{t('admin:car.withdraw')}</summary>
      <Form method="post" className="mt-2 flex flex-col items-start gap-3">
        <p className="text-14 text-muted">{t('admin:car.withdrawLead')}</p>
        <input type="hidden" name="seen" value={seen} />
        <Button type="submit" name="intent" value="withdraw" variant="danger">
          {t('admin:car.withdraw')}
        </Button>
      </Form>
    </details>
  )
}
