import { Form } from '@remix-run/react'
import { useT } from '#app/i18n/context.tsx'
import { CodeField } from '#app/ui/account/code-field.tsx'
import { DefaultButton, Honeypot } from '#app/ui/account/form.tsx'
import { Banner } from '#app/ui/banner.tsx'
import { SubmitButton } from '#app/ui/button.tsx'
import { ErrorSummary, summaryOf } from '#app/ui/error-summary.tsx'
import { Field, FieldSet, SelectField } from '#app/ui/field.tsx'
import { OfflineNote } from '#app/ui/offline.tsx'
import { control, type FormResult, useForm } from '#app/ui/use-form.ts'

const EMPTY = {
  phone: '',
  verificationCode: '',
  email: '',
  name: '',
  accountType: '',
  flatName: '',
  flatNumber: '',
  password: '',
  confirmPassword: '',
  wechat: '',
}

type RegisterFormProps = {
  result: FormResult | null
  sent: boolean
  /** What was not done, where something was not. */
  failed: string
  wait: { until: number; now: number } | null
}

/**
 * The registration form (SPEC section 2). The code stands beside the phone, before the passwords:
 * without scripts sending it draws the page anew, and passwords are never sent back.
 */
export function RegisterForm({ result, sent, failed, wait }: RegisterFormProps) {
  const t = useT()
  const { form, fields, errors } = useForm('register', EMPTY, result)
  const summary = summaryOf([
    [fields.phone, t('account:field.phone')],
    [fields.verificationCode, t('account:field.verificationCode')],
    [fields.email, t('account:field.email')],
    [fields.name, t('account:field.name')],
    [fields.accountType, t('account:field.accountType')],
    [fields.flatName, t('account:field.flatName')],
    [fields.flatNumber, t('account:field.flatNumber')],
    [fields.password, t('account:field.password')],
    [fields.confirmPassword, t('account:field.confirmPassword')],
    [fields.wechat, t('account:field.wechat')],
  ])
  return (
    <Form method="post" {...form} className="group flex flex-col gap-4">
      <DefaultButton intent="register" />
      <OfflineNote />
      {errors.map((text) => (
        <Banner key={text} tone="danger" role="alert" about={result} title={failed}>
          {text}
        </Banner>
      ))}
      <ErrorSummary items={summary} />
      <Field
        label={t('account:field.phone')}
        hint={t('account:field.phoneHint')}
        prefix="+44"
        errors={fields.phone.errors}
        input={{
          ...control(fields.phone),
          type: 'tel',
          inputMode: 'tel',
          autoComplete: 'tel-national',
          required: true,
        }}
      />
      <CodeField field={fields.verificationCode} sent={sent} wait={wait} />
      <Field
        label={t('account:field.email')}
        errors={fields.email.errors}
        input={{ ...control(fields.email), type: 'email', autoComplete: 'email', required: true }}
      />
      <Field
        label={t('account:field.name')}
        hint={<span className="text-warn">{t('account:field.nameWarning')}</span>}
        errors={fields.name.errors}
        input={{ ...control(fields.name), autoComplete: 'name', required: true }}
      />
      <SelectField
        label={t('account:field.accountType')}
        hint={t('account:field.accountTypeHint')}
        placeholder={t('common:form.choose')}
        options={[
          { value: 'MEMBER', label: t('account:field.memberOption') },
          { value: 'NORMAL', label: t('account:field.normal') },
        ]}
        errors={fields.accountType.errors}
        input={{ ...control(fields.accountType), required: true }}
      />
      {/* Shown for members only, by the style sheet alone; a browser too old for that shows it to all. */}
      <div className="group-not-has-[option[value=MEMBER]:checked]:hidden">
        <FieldSet legend={t('account:field.flat')} hint={t('account:field.flatHint')}>
          <Field
            label={t('account:field.flatName')}
            errors={fields.flatName.errors}
            input={{ ...control(fields.flatName), autoComplete: 'address-line1' }}
          />
          <Field
            label={t('account:field.flatNumber')}
            errors={fields.flatNumber.errors}
            input={{ ...control(fields.flatNumber), autoComplete: 'address-line2' }}
          />
        </FieldSet>
      </div>
      <Field
        label={t('account:field.password')}
        hint={t('account:field.passwordHint')}
        errors={fields.password.errors}
        input={{
          ...control(fields.password),
          type: 'password',
          autoComplete: 'new-password',
          required: true,
        }}
      />
      <Field
        label={t('account:field.confirmPassword')}
        errors={fields.confirmPassword.errors}
        input={{
          ...control(fields.confirmPassword),
          type: 'password',
          autoComplete: 'new-password',
          required: true,
        }}
      />
      <Field
        label={t('account:field.wechat')}
        hint={t('account:field.wechatHint')}
        errors={fields.wechat.errors}
        input={{
          ...control(fields.wechat),
          autoComplete: 'off',
          autoCapitalize: 'none',
          required: true,
        }}
      />
      <Honeypot />
      <SubmitButton name="intent" value="register" wide busyLabel={t('account:register.submitting')}>
        {t('account:register.submit')}
      </SubmitButton>
    </Form>
  )
}
