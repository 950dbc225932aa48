import { useT } from '#app/i18n/context.tsx'
import { ErrorSummary, FormErrors, summaryOf } from '#app/web/ui/error-summary.tsx'
import { Field } from '#app/web/ui/field.tsx'
import { Form } from '#app/web/ui/form.tsx'
import { control, type FormResult, formOf } from '#app/web/ui/form-state.ts'

type FlatFormProps = {
  id: string
  values: { flatName: string; flatNumber: string }
  result: FormResult | null
}

/** The form for a member's flat. */
export function FlatForm({ id, values: { flatName, flatNumber }, result }: FlatFormProps) {
  const t = useT()
  const { form, fields, errors } = formOf(id, { flatName, flatNumber }, result)
  return (
    <Form method="post" {...form} className="flex flex-col gap-4">
      <p className="text-14 text-muted">{t('account:flat.lead')}</p>
      <FormErrors errors={errors} title={t('account:flat.failed')} />
      <ErrorSummary
        items={summaryOf([
          [fields.flatName, t('account:field.flatName')],
          [fields.flatNumber, t('account:field.flatNumber')],
        ])}
      />
      <Field
        label={t('account:field.flatName')}
        errors={fields.flatName.errors}
        input={{ ...control(fields.flatName), autoComplete: 'off', required: true }}
      />
      <Field
        label={t('account:field.flatNumber')}
        errors={fields.flatNumber.errors}
        input={{ ...control(fields.flatNumber), autoComplete: 'off', required: true }}
      />
    </Form>
  )
}
