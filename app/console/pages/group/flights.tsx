import type { OpenFlight } from '#app/console/service/changed-flights.server.ts'
import type { GroupPlace, GroupView } from '#app/console/service/group-views.server.ts'
import { PaymentRef } from '#app/console/ui/payment-ref.tsx'
import { useFormat, useT } from '#app/i18n/context.tsx'
import { FLIGHT_NOTE_MAX } from '#app/kernel/limits.ts'
import { Banner } from '#app/web/ui/banner.tsx'
import { Button, LinkButton } from '#app/web/ui/button.tsx'
import { FormErrors } from '#app/web/ui/error-summary.tsx'
import { Field } from '#app/web/ui/field.tsx'
import { Form } from '#app/web/ui/form.tsx'
import { control, type FormResult, formOf } from '#app/web/ui/form-state.ts'
import { Link } from '#app/web/ui/link.tsx'

type FlightsProps = {
  group: GroupView
  flights: OpenFlight[]
  mayDispatch: boolean
  /** The answer to a refused decision. */
  result: FormResult | null
}

/** Flights that changed after the group was complete and await a decision. */
export function Flights({ group, flights, mayDispatch, result }: FlightsProps) {
  const sent = new Map(result?.sent)
  return flights.map((flight) => {
    const isIts = sent.get('participantId') === flight.place.participantId
    return (
      <OneFlight
        key={flight.place.participantId}
        flight={flight}
        group={group}
        mayDispatch={mayDispatch}
        result={isIts ? result : null}
      />
    )
  })
}

type OneFlightProps = Omit<FlightsProps, 'flights'> & { flight: OpenFlight }

function OneFlight({ flight, group, mayDispatch, result }: OneFlightProps) {
  const t = useT()
  const format = useFormat()
  const { place, change, window, meetAt } = flight
  const name = place.person?.name || t('admin:group.nobody')
  const car = group.ride.cars[0]
  const kind = change.fits ? 'fits' : 'apart'
  const flightText = ({
    flightTime,
    terminal,
  }: {
    flightTime: number | null
    terminal: string | null
  }) => `${format.dateTime(flightTime ?? 0)} ${terminal ? format.terminal(terminal) : ''}`
  return (
    <Banner
      tone={change.fits ? 'warn' : 'danger'}
      title={t('admin:car.flight.title', { name, time: format.dateTime(change.at) })}
    >
      <p>
        {t('admin:car.flight.times', {
          before: flightText(change.before),
          after: flightText(place.party),
        })}
      </p>
      <p>
        {t(`admin:car.flight.${kind}`, {
          from: format.dateTime(window?.from ?? group.at),
          to: format.dateTime(window?.to ?? group.at),
        })}
      </p>
      {mayDispatch && group.isAssignable && (
        <>
          {!change.fits && <p className="pt-2">{t('admin:car.flight.ways.wait')}</p>}
          <p className="flex flex-wrap items-center gap-3 py-2">
            {meetAt === null ? (
              t('admin:car.flight.tooLate')
            ) : (
              <>
                <span>
                  {t('admin:car.flight.proposed', { time: format.dateTime(meetAt) })}
                  {car && ` ${t('admin:car.flight.now', { time: format.dateTime(car.meetAt) })}`}
                </span>
                <LinkButton to={`car/${car?.id ?? 'new'}?for=${place.participantId}`} small>
                  {t(`admin:car.flight.${car ? 'wait' : 'assign'}`)}
                </LinkButton>
              </>
            )}
          </p>
        </>
      )}
      {mayDispatch && !change.fits && !group.private && (
        <p className="flex flex-wrap items-center gap-3 py-2">
          <span>{t('admin:car.flight.ways.next')}</span>
          <LinkButton to={`move/${place.participantId}`} small>
            {t('admin:car.flight.ways.nextOpen')}
          </LinkButton>
        </p>
      )}
      {mayDispatch && !change.fits && <p className="pt-2">{t('admin:car.flight.ways.keep')}</p>}
      {mayDispatch && <Keep place={place} version={change.version} result={result} />}
      {!change.fits && <OtherWays group={group} place={place} />}
    </Banner>
  )
}

type KeepProps = { place: GroupPlace; version: number; result: FormResult | null }

/** Keeps the ride as it is, with a reason for the passenger. */
function Keep({ place, version, result }: KeepProps) {
  const t = useT()
  const id = `flight-${place.participantId}`
  const { form, fields, errors } = formOf(id, { note: '' }, result)
  return (
    <Form method="post" {...form} className="flex flex-col items-start gap-3 py-2">
      <FormErrors errors={errors} />
      <input type="hidden" name="step" value="flight" />
      <input type="hidden" name="participantId" value={place.participantId} />
      <input type="hidden" name="seen" value={version} />
      <Field
        label={t('admin:car.flight.note')}
        hint={t('admin:car.flight.noteHint')}
        errors={fields.note.errors}
        className="w-full"
        input={{ ...control(fields.note), required: true, maxLength: FLIGHT_NOTE_MAX }}
      />
      <Button type="submit" variant="secondary">
        {t('admin:car.flight.keep')}
      </Button>
    </Form>
  )
}

/** Links for when none of these suits: refunds are made where money is handled. */
function OtherWays({ group, place }: { group: GroupView; place: GroupPlace }) {
  const t = useT()
  const payments = [place.deposit.intentId, place.balance.intentId]
  return (
    <div className="flex flex-col items-start gap-1">
      <p>{t('admin:car.flight.ways.others')}</p>
      {payments.map((id) => id && <PaymentRef key={id} id={id} linksOnly />)}
      {group.isCancellable && (
        <Link to="cancel" className="inline-flex min-h-6 items-center underline">
          {t('admin:group.cancel.open.carpool')}
        </Link>
      )}
    </div>
  )
}
