import { Tick } from '#app/console/ui/tick.tsx'
import { useFormat, useT } from '#app/i18n/context.tsx'
import { SubmitButton } from '#app/web/ui/button.tsx'
import { FormErrors } from '#app/web/ui/error-summary.tsx'
import { Field, FieldSet } from '#app/web/ui/field.tsx'
import { Form } from '#app/web/ui/form.tsx'
import { control, type FormResult, formOf } from '#app/web/ui/form-state.ts'
import { TextArea } from '#app/web/ui/text-area.tsx'

type Airport = {
  id: string
  airportName: { zh: string; en: string }
  terminals: string[]
  active: boolean
  clearingMinutes: number
  meetingPoints: string[]
}
type AirportFormProps = {
  airport: Airport
  terminals: readonly string[]
  nameMax: number
  pointsMax: number
  clearingMax: number
  result: FormResult | null
}

/** Names in both languages, terminals, and whether new carpools may use it. */
export function AirportForm({ airport, terminals, result, ...max }: AirportFormProps) {
  const t = useT()
  const format = useFormat()
  const { zh, en } = airport.airportName
  const { form, fields, errors } = formOf(
    'airport',
    {
      zh,
      en,
      clearingMinutes: String(airport.clearingMinutes),
      meetingPoints: airport.meetingPoints.join('\n'),
    },
    result,
  )
  const sent = (of: string) => result?.sent.filter(([name]) => name === of).map(([, text]) => text)
  const ticked = sent('terminals') ?? airport.terminals
  const active = sent('active')?.includes('on') ?? airport.active
  const terminalErrors = result?.errors.terminals ?? []
  const name = { required: true, maxLength: max.nameMax, autoComplete: 'off' }
  return (
    <Form method="post" {...form} className="flex flex-col gap-4">
      <FormErrors errors={errors} />
      <input type="hidden" name="id" value={airport.id} />
      <Field
        label={t('admin:airport.name.zh')}
        errors={fields.zh.errors}
        input={{ ...control(fields.zh), ...name, lang: 'zh-Hans' }}
      />
      <Field
        label={t('admin:airport.name.en')}
        errors={fields.en.errors}
        input={{ ...control(fields.en), ...name, lang: 'en' }}
      />
      <FieldSet legend={t('admin:airport.terminals')} hint={t('admin:airport.terminalsHint')}>
        <div className="flex flex-wrap gap-x-6">
          {terminals.map((terminal) => (
            <Tick
              key={terminal}
              name="terminals"
              value={terminal}
              label={format.terminal(terminal)}
              defaultChecked={ticked.includes(terminal)}
              describedBy={terminalErrors.length > 0 ? 'terminals-error' : undefined}
            />
          ))}
        </div>
        {terminalErrors.length > 0 && (
          <p id="terminals-error" className="text-14 text-danger">
            {terminalErrors.join(' ')}
          </p>
        )}
      </FieldSet>
      <Field
        label={t('admin:airport.clearing')}
        hint={t('admin:airport.clearingHint')}
        errors={fields.clearingMinutes.errors}
        input={{
          ...control(fields.clearingMinutes),
          type: 'number',
          required: true,
          min: 0,
          max: max.clearingMax,
        }}
      />
      <TextArea
        label={t('admin:airport.points')}
        hint={t('admin:airport.pointsHint')}
        error={fields.meetingPoints.errors?.join(' ')}
        input={{ ...control(fields.meetingPoints), rows: 5, maxLength: max.pointsMax }}
      />
      <Tick name="active" value="on" label={t('admin:airport.active')} defaultChecked={active} />
      <SubmitButton name="intent" value="save">
        {t('admin:airport.save')}
      </SubmitButton>
    </Form>
  )
}
