import { Tick } from '#app/console/ui/tick.tsx'
import { WARNINGS, type Warning } from '#app/features/ride/rules/ride-state.ts'
import type { DriverRow, VehicleRow } from '#app/features/ride/service/fleet.server.ts'
import { useT } from '#app/i18n/context.tsx'
import { SubmitButton } from '#app/web/ui/button.tsx'
import { FormErrors } from '#app/web/ui/error-summary.tsx'
import { DateTimeField, Field, FieldErrors, FieldSet, SelectField } from '#app/web/ui/field.tsx'
import { Form } from '#app/web/ui/form.tsx'
import { control, type FormResult, formOf } from '#app/web/ui/form-state.ts'
import type { ShownCar } from './car-form.server.ts'
import { driverLabel, vehicleLabel } from './words.ts'

/** The accepted warnings, and the choices they were shown for. */
export type Confirmation = { warnings: Warning[]; shownFor: string }

type CarFormProps = {
  shown: Omit<ShownCar, 'car' | 'others'>
  /** The car's own page, which may differ from the current one. */
  path: string
  vehicles: VehicleRow[]
  drivers: DriverRow[]
  isTrip: boolean
  confirming: Confirmation | undefined
  /** The version saved meanwhile, if any; it is replaced only if the box for that is ticked. */
  over: number | undefined
  result: FormResult | null
}

/** Vehicle, driver, meeting point and time, a note, the passengers, and the reason for a change. */
export function CarForm({ shown, path, isTrip, confirming, over, result, ...crew }: CarFormProps) {
  const t = useT()
  const { people, points, limits, isNew, version } = shown
  const { id, ...values } = shown.values
  const { form, fields, errors } = formOf('car', { ...values, reason: '' }, result)
  const sent = new Map(result?.sent)
  const places = result?.sent.filter(([name]) => name === 'places').map(([, text]) => text)
  const select = { required: true }
  return (
    <Form method="post" action={path} {...form} className="flex flex-col gap-4">
      <FormErrors errors={errors} />
      {over !== undefined && (
        <Tick
          name="over"
          value={String(over)}
          label={t('admin:car.over.change')}
          defaultChecked={false}
        />
      )}
      {confirming && <ToConfirm {...confirming} result={result} />}
      <input type="hidden" name="id" value={isNew ? (sent.get('id') ?? id) : id} />
      <input type="hidden" name="seen" value={seenBy(result) ?? version} />
      <SelectField
        label={t('admin:car.vehicle')}
        errors={fields.vehicleId.errors}
        placeholder={t('admin:car.choose')}
        options={crew.vehicles.map((one) => ({ value: one.id, label: vehicleLabel(t, one) }))}
        input={{ ...control(fields.vehicleId), ...select }}
      />
      <SelectField
        label={t('admin:car.driver')}
        errors={fields.driverId.errors}
        placeholder={t('admin:car.choose')}
        options={crew.drivers.map((one) => ({ value: one.id, label: driverLabel(one) }))}
        input={{ ...control(fields.driverId), ...select }}
      />
      <Field
        label={t('admin:car.meetingPoint')}
        hint={t('admin:car.meetingPointHint')}
        errors={fields.meetingPoint.errors}
        input={{
          ...control(fields.meetingPoint),
          required: true,
          maxLength: limits.place,
          list: 'meeting-points',
        }}
      />
      <datalist id="meeting-points">
        {points.map((point) => (
          <option key={point} value={point} />
        ))}
      </datalist>
      <DateTimeField
        label={t('admin:car.meetAt')}
        errors={fields.meetAt.errors}
        input={{ ...control(fields.meetAt), required: true }}
      />
      {shown.stops.length > 0 && <Stops stops={shown.stops} result={result} />}
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
              defaultChecked={places?.includes(place) ?? isIn}
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

/** The version that a refused form had seen, or agreed to replace. */
export function seenBy(result: FormResult | null): string | undefined {
  const sent = new Map(result?.sent)
  return sent.get('over') ?? sent.get('seen')
}

/** Warnings about the choices, each with a box, ticked if it was confirmed before. */
function ToConfirm({ warnings, shownFor, result }: Confirmation & Pick<CarFormProps, 'result'>) {
  const t = useT()
  const { code, params } = result?.failure ?? {}
  const open = code === 'needsConfirmation' ? String(params?.confirm).split(' ') : []
  const shown = WARNINGS.filter((one) => open.includes(one) || warnings.includes(one))
  return (
    <>
      <input type="hidden" name="shownFor" value={shownFor} />
      {shown.map((one) => (
        <Tick
          key={`${one} ${shownFor}`}
          name="confirm"
          value={one}
          label={t(`admin:car.confirm.${one}`)}
          defaultChecked={warnings.includes(one)}
        />
      ))}
    </>
  )
}

/** A time for each door, or none: then it is the car's. */
function Stops({ stops, result }: Pick<ShownCar, 'stops'> & Pick<CarFormProps, 'result'>) {
  const t = useT()
  const sent = result?.sent.filter(([name]) => name === 'stops').map(([, text]) => text)
  return (
    <FieldSet legend={t('admin:car.stops')} hint={t('admin:car.stopsHint')}>
      {stops.map(({ id, name, address, wall }, at) => (
        <div key={id}>
          <input type="hidden" name="stopOf" value={id} />
          <DateTimeField
            label={[name || t('admin:group.nobody'), address].filter(Boolean).join(' · ')}
            input={{ id: `stop-${id}`, name: 'stops', defaultValue: sent?.[at] ?? wall }}
          />
        </div>
      ))}
      <FieldErrors id="car-stops" errors={result?.errors.stops} />
    </FieldSet>
  )
}
