import { LEAP_FACTOR } from '#app/catalog/rules/pricing/leaps.ts'
import { useT } from '#app/i18n/context.tsx'
import { Field } from '#app/web/ui/field.tsx'

/** An amount that is typed once more: its control, what it is of, and what was typed. */
export type AskedAgain = { name: string; what: string; typed?: string }

type ProofsProps = {
  again: readonly AskedAgain[]
  asksPassword: boolean
  errors: Record<string, string>
}

/** What is typed before money changes: amounts once more, and the password. */
export function Proofs({ again, asksPassword, errors }: ProofsProps) {
  if (again.length === 0 && !asksPassword) return null
  return (
    <div className="flex max-w-form flex-col gap-4">
      {again.map((asked) => (
        <Again key={asked.name} {...asked} error={errors[asked.name]} />
      ))}
      {asksPassword && <OwnPassword error={errors.password} />}
    </div>
  )
}

type AgainProps = AskedAgain & { error: string | undefined; prefix?: string }

/** An amount that changes by a lot, to be typed once more. */
export function Again({ name, what, typed, error, prefix }: AgainProps) {
  const t = useT()
  return (
    <Field
      label={t('admin:draft.again', { what })}
      hint={t('admin:draft.againHint', { factor: LEAP_FACTOR })}
      errors={error ? [error] : undefined}
      prefix={prefix}
      input={{ id: name, name, defaultValue: typed, inputMode: 'decimal', autoComplete: 'off' }}
    />
  )
}

/** The administrator's password, in a form that moves money or shuts somebody out. */
export function OwnPassword({ error }: { error?: string | undefined }) {
  const t = useT()
  return (
    <Field
      label={t('admin:login.password')}
      hint={t('admin:confirm.here')}
      errors={error ? [error] : undefined}
      input={{
        id: 'password',
        name: 'password',
        type: 'password',
        autoComplete: 'current-password',
        autoCapitalize: 'none',
        spellCheck: false,
      }}
    />
  )
}
