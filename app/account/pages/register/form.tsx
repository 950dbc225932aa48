import type { CodeWait } from '#app/account/http/code-request.server.ts'
import { CodeField } from '#app/account/ui/code-field.tsx'
import { DefaultButton, Honeypot } from '#app/account/ui/form.tsx'
import type { Prove } from '#app/account/ui/person-check.tsx'
import { useT } from '#app/i18n/context.tsx'
import { SubmitButton } from '#app/web/ui/button.tsx'
import { ErrorSummary, FormErrors, summaryOf } from '#app/web/ui/error-summary.tsx'
import { Field, FieldSet, PasswordField, PhoneField, SelectField } from '#app/web/ui/field.tsx'
import { Form } from '#app/web/ui/form.tsx'
import { control, type FormResult, formOf } from '#app/web/ui/form-state.ts'

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
  /** The heading if something failed. */
  failed: string
  wait: CodeWait | null
  prove: Prove | null
}

/**
 * The registration form (docs/rules.md#account-details). The code is next to the phone, before the
 * passwords: without scripts, sending it reloads the page, and passwords are never sent back.
 */
export function RegisterForm({ result, sent, failed, wait, prove }: RegisterFormProps) {
  const t = useT()
  const { form, fields, errors } = formOf(
    'register',
    { ...EMPTY, phone: wait?.phone ?? '' },
    result,
  )
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
      <FormErrors errors={errors} title={failed} />
      <ErrorSummary items={summary} />
      <PhoneField field={fields.phone} autoComplete="tel-national" />
      <CodeField field={fields.verificationCode} sent={sent} wait={wait} prove={prove} />
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
      {/* Hidden from non-members by CSS alone; browsers too old for that show it to everyone. */}
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
      <PasswordField
        label={t('account:field.password')}
        hint={t('account:field.passwordHint')}
        field={fields.password}
        autoComplete="new-password"
      />
      <PasswordField
        label={t('account:field.confirmPassword')}
        field={fields.confirmPassword}
        autoComplete="new-password"
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
      <SubmitButton
        name="intent"
        value="register"
        wide
        busyLabel={t('account:register.submitting')}
      >
        {t('account:register.submit')}
      </SubmitButton>
    </Form>
  )
}
