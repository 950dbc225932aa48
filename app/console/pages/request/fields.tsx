import { useT } from '#app/i18n/context.tsx'
import { requestKind } from '#app/i18n/status-words.ts'
import { REQUEST_LINES_MAX } from '#app/kernel/limits.ts'
import { LINE_TEXT_MAX, NOTE_MAX, REQUEST_KINDS } from '#app/requests/rules/request.ts'
import { Button } from '#app/web/ui/button.tsx'
import { Field, SelectField } from '#app/web/ui/field.tsx'
import { control, type FormFields } from '#app/web/ui/form-state.ts'

const NUMBERS = Array.from({ length: REQUEST_LINES_MAX }, (_, at) => at + 1)

/** The fields of a request for money, all empty. */
export const FIELDS: Record<string, string> = {
  id: '',
  what: '',
  note: '',
  ...Object.fromEntries(
    NUMBERS.flatMap((n) => [
      [`text${n}`, ''],
      [`amount${n}`, ''],
    ]),
  ),
}

/** What money is asked for, its lines, a sentence to the student, and the button that shows it. */
export function RequestFields({ fields }: { fields: FormFields<typeof FIELDS> }) {
  const t = useT()
  const { id, what, note } = fields as FormFields<{ id: ''; what: ''; note: '' }>
  return (
    <>
      <input type="hidden" name={id.name} value={id.value} />
      <SelectField
        label={t('admin:request.what')}
        errors={what.errors}
        input={control(what)}
        placeholder={t('admin:request.choose')}
        options={REQUEST_KINDS.map((value) => ({ value, label: requestKind(t, value) }))}
      />
      <fieldset className="flex flex-col gap-2">
        <legend className="mb-1 font-medium text-14">{t('request:lines')}</legend>
        {NUMBERS.map((n) => (
          <Line key={n} n={n} fields={fields} />
        ))}
        <p className="text-13 text-muted">{t('admin:request.linesHint')}</p>
      </fieldset>
      <Field
        label={t('admin:request.note')}
        hint={t('admin:request.noteHint')}
        optional
        errors={note.errors}
        input={{ ...control(note), maxLength: NOTE_MAX }}
      />
      <Button type="submit" name="intent" value="show" variant="secondary">
        {t('admin:request.show')}
      </Button>
    </>
  )
}

function Line({ n, fields }: { n: number; fields: FormFields<typeof FIELDS> }) {
  const t = useT()
  const [text, amount] = [fields[`text${n}`], fields[`amount${n}`]]
  if (!text || !amount) return null
  return (
    <div className="grid grid-cols-[1fr_7rem] gap-2">
      <Field
        label={t('admin:request.lineText', { n })}
        errors={text.errors}
        input={{ ...control(text), maxLength: LINE_TEXT_MAX }}
      />
      <Field
        label={t('admin:request.lineAmount', { n })}
        errors={amount.errors}
        prefix="£"
        input={{ ...control(amount), inputMode: 'decimal', autoComplete: 'off' }}
      />
    </div>
  )
}
