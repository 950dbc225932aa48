import { LEAP_FACTOR } from '#app/catalog/rules/pricing/leaps.ts'
import { useT } from '#app/i18n/context.tsx'
import { Field } from '#app/web/ui/field.tsx'

/** An amount to type again: its control, its name, and what was typed. */
export type AskedAgain = { name: string; what: string; typed?: string }

type ProofsProps = {
  again: readonly AskedAgain[]
  asksPassword: boolean
  errors: Record<string, string>
}

/** Proofs before money changes: amounts typed again, and the password. */
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

/** A large change of an amount, to be typed again. */
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

/** The administrator's password, in a form that moves money or locks somebody out. */
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
