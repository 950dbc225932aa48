import { PartyFields, partyLabels } from '#app/carpool/ui/party-fields.tsx'
import { SharingLine } from '#app/carpool/ui/sharing-line.tsx'
import { RefusedForm } from '#app/group/ui/refusal.tsx'
import { useFormat, useT } from '#app/i18n/context.tsx'
import { TRIP_LUGGAGE } from '#app/kernel/limits.ts'
import { TripTextList } from '#app/trip/ui/trip-texts.tsx'
import { SubmitButton } from '#app/web/ui/button.tsx'
import { DialogRoute } from '#app/web/ui/dialog.tsx'
import { ErrorSummary, summaryOf } from '#app/web/ui/error-summary.tsx'
import { type FormResult, formOf } from '#app/web/ui/form-state.ts'
import { useScripted } from '#app/web/ui/page-context.tsx'
import { Part } from '#app/web/ui/part.tsx'
import { Stepper } from '#app/web/ui/stepper.tsx'
import { Step, StepBar, StepButtons, StepForm, Steps } from '#app/web/ui/steps.tsx'
import { FlightFields } from './flight-fields.tsx'
import { GroupLine } from './group-line.tsx'
import { MoneyStep } from './money-step.tsx'
import type { JoinFields, JoinView } from './view.ts'

type JoinFormProps = {
  view: JoinView
  closeTo: string
  answer: { result: FormResult } | undefined
}

const WORDS = {
  carpool: {
    title: 'carpool:join.title',
    busy: 'carpool:join.submitting',
    people: 'carpool:form.people',
  },
  trip: { title: 'trip:join.title', busy: 'trip:join.busy', people: 'trip:form.people' },
} as const

/** The form that takes seats in an open group. */
export function JoinForm({ view, closeTo, answer }: JoinFormProps) {
  const { of, values, free } = view
  const t = useT()
  const words = WORDS[of.kind]
  const result = answer?.result ?? null
  const { form, fields } = formOf('join', values, result)
  const steps = of.kind === 'trip' && !of.trip.needsFlight ? PARTY_STEPS : FLIGHT_STEPS
  const most = Math.max(1, free)
  const people = Math.min(Number(fields.people.value) || 1, most)
  const summary = summaryOf(partyLabels(t, fields))
  const parts = {
    flight: <FlightFields view={view} fields={fields} />,
    party: (
      <>
        <Stepper
          label={t(words.people)}
          hint={usePeopleHint(view)}
          field={fields.people}
          min={1}
          max={most}
        />
        <TravelFields of={of} fields={fields} />
      </>
    ),
    deposit: (
      <>
        <Part name="money">
          <MoneyStep view={view} fields={fields} people={people} />
        </Part>
        <SharingLine />
      </>
    ),
  }
  return (
    <Steps form={form.id} labels={steps.map((n) => t(`carpool:form.steps.${n}`))}>
      <DialogRoute
        title={t(words.title)}
        closeTo={closeTo}
        footer={
          <StepButtons
            submit={
              <SubmitButton form={form.id} wide busyLabel={t(words.busy)}>
                {t('carpool:nextStep')}
              </SubmitButton>
            }
          />
        }
      >
        <StepForm>
          <Lead of={of} free={free} />
          <StepBar />
          <RefusedForm {...view} kind={of.kind} result={answer?.result} listTo={closeTo} />
          <ErrorSummary items={summary} />
          {steps.map((name, n) => (
            <Step key={name} n={n}>
              {parts[name]}
            </Step>
          ))}
        </StepForm>
      </DialogRoute>
    </Steps>
  )
}

const FLIGHT_STEPS = ['flight', 'party', 'deposit'] as const
const PARTY_STEPS = ['party', 'deposit'] as const

/** The group, its texts, and the deadline for seats that are offered to this student. */
function Lead({ of, free }: Pick<JoinView, 'of' | 'free'>) {
  const t = useT()
  const format = useFormat()
  const until =
    of.kind === 'carpool' &&
    ((of.releasedUntil && (['carpool:join.released', of.releasedUntil] as const)) ||
      (of.offeredUntil && (['carpool:wait.offer', of.offeredUntil] as const)))
  return (
    <>
      <p>
        <GroupLine {...of} />
      </p>
      {of.kind === 'trip' && of.trip.texts && <TripTextList texts={of.trip.texts} />}
      {until && (
        <p className="font-semibold text-accent">
          {t(until[0], { count: free, until: format.dateTime(until[1]) })}
        </p>
      )}
    </>
  )
}

/**
 * At first, and without scripts, the price does not follow the number of people, so the hint is
 * true for any number.
 */
function usePeopleHint({ of, free }: JoinView): string {
  const t = useT()
  const format = useFormat()
  const scripted = useScripted()
  if (of.kind === 'trip') return t('trip:form.peopleFree', { count: free })
  if (scripted) return t('carpool:form.peopleFree', { count: free })
  return of.releasedUntil === null
    ? t('carpool:form.peopleFreeFill', { count: free })
    : t('carpool:form.peopleFreeInFull', {
        count: free,
        price: format.money(of.carpool.basePrice),
      })
}

function TravelFields({ of, fields }: Pick<JoinView, 'of'> & { fields: JoinFields }) {
  const t = useT()
  if (of.kind === 'trip')
    return (
      <PartyFields
        fields={fields}
        addressHint={t('trip:form.addressHint')}
        most={TRIP_LUGGAGE.max}
      />
    )
  const { freeRoom: count } = of.carpool
  const hint = count > 0 ? t('carpool:form.roomHint', { count }) : t('carpool:form.noRoomHint')
  return <PartyFields fields={fields} hint={hint} />
}
