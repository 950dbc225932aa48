import { useT } from '#app/i18n/context.tsx'
import { ErrorSummary, FormErrors, summaryOf } from '#app/web/ui/error-summary.tsx'
import { Field } from '#app/web/ui/field.tsx'
import { Form } from '#app/web/ui/form.tsx'
import { control, type FormResult, formOf } from '#app/web/ui/form-state.ts'

type ContactFormProps = {
  id: string
  values: { email: string; wechat: string }
  result: FormResult | null
}

/**
 * Email and WeChat, the two details of an account that may change
 * (docs/rules.md#changing-an-account).
 */
export function ContactForm({ id, values, result }: ContactFormProps) {
  const t = useT()
  const { form, fields, errors } = formOf(id, values, result)
  return (
    <Form method="post" {...form} className="flex flex-col gap-4">
      <p className="text-14 text-muted">{t('account:contact.lead')}</p>
      <FormErrors errors={errors} title={t('account:contact.failed')} />
      <ErrorSummary
        items={summaryOf([
          [fields.email, t('account:field.email')],
          [fields.wechat, t('account:field.wechat')],
        ])}
      />
      <Field
        label={t('account:field.email')}
        errors={fields.email.errors}
        input={{ ...control(fields.email), type: 'email', autoComplete: 'email', required: true }}
      />
      <Field
        label={t('account:field.wechat')}
        hint={t('account:field.wechatHint')}
        errors={fields.wechat.errors}
        input={{
          ...control(fields.wechat),
          autoComplete: 'off',
          autoCapitalize: 'none',
          spellCheck: false,
          required: true,
        }}
      />
    </Form>
  )
}
