import type { FoundCarpool } from '#app/carpool/service/carpool-reads.server.ts'
import { LuggageFields, partyLabels } from '#app/carpool/ui/party-fields.tsx'
import { joinPath } from '#app/carpool/ui/waitlist-paths.ts'
import type { LuggageKind } from '#app/group/rules/luggage.ts'
import { useFormat, useT } from '#app/i18n/context.tsx'
import { Button, LinkButton } from '#app/web/ui/button.tsx'
import { Card } from '#app/web/ui/card.tsx'
import { ErrorSummary, FormErrors, summaryOf } from '#app/web/ui/error-summary.tsx'
import { type FormResult, formOf } from '#app/web/ui/form-state.ts'
import { Stepper } from '#app/web/ui/stepper.tsx'

export type WaitValues = Record<'people' | LuggageKind, string>
type WaitFormProps = { carpool: FoundCarpool; values: WaitValues; result: FormResult | null }

/** Number of people and luggage. Waiting costs nothing. */
export function WaitForm({ carpool, values, result }: WaitFormProps) {
  const t = useT()
  const format = useFormat()
  const { form, fields, errors } = formOf('wait', values, result)
  const { maxPassengers, currentPassengers } = carpool
  const free = maxPassengers - currentPassengers
  const summary = summaryOf(partyLabels(t, fields))
  const join = (
    <LinkButton to={joinPath(carpool.id)} variant="secondary">
      {t('carpool:card.join')}
    </LinkButton>
  )
  return (
    <>
      <p>{t('carpool:wait.how')}</p>
      {free > 0 && (
        <p className="flex flex-wrap items-center gap-3">
          {t('carpool:wait.free', { count: free })}
          {join}
        </p>
      )}
      <Card as="section">
        <form method="post" {...form} className="flex flex-col gap-4">
          <FormErrors errors={errors} />
          <ErrorSummary items={summary} />
          <Stepper
            label={t('carpool:form.people')}
            hint={t('carpool:wait.peopleHint')}
            field={fields.people}
            min={1}
            max={carpool.maxPassengers - 1}
          />
          <LuggageFields fields={fields} />
          <p className="text-14 text-muted">
            {t('carpool:wait.until', { cutoff: format.dateTime(carpool.cutoffAt) })}
          </p>
          <Button type="submit" wide>
            {t('carpool:wait.submit')}
          </Button>
        </form>
      </Card>
    </>
  )
}
