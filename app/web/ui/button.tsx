import { Link, type LinkProps, useNavigation } from '@remix-run/react'
import type { ButtonHTMLAttributes, ReactNode } from 'react'
import { useT } from '#app/i18n/context.tsx'
import { cx } from './cx.ts'
import { Icon, type IconType, LoaderCircle } from './icon.tsx'

export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger'

type Look = { variant?: ButtonVariant; wide?: boolean; small?: boolean; icon?: IconType }

const variants: Record<ButtonVariant, string> = {
  primary: 'bg-brand text-on-brand hover:bg-brand-strong border-transparent',
  secondary: 'bg-surface text-ink border-edge hover:bg-ground',
  quiet: 'bg-transparent text-brand border-transparent hover:bg-brand-soft',
  danger: 'bg-danger text-on-danger border-transparent',
}

/** The classes of a button, for the rare element that is neither a button nor a link. */
export const buttonClass = ({ variant = 'primary', wide, small }: Look = {}, className?: string) =>
  cx(
    'inline-flex min-h-11 items-center justify-center gap-2 rounded-card border text-center font-medium no-underline transition-colors print:hidden',
    'disabled:cursor-not-allowed disabled:border-line disabled:bg-line disabled:text-muted',
    small ? 'px-3 text-14' : 'px-5 text-16',
    wide && 'w-full',
    variants[variant],
    className,
  )

type ButtonProps = Look & {
  busy?: boolean
  busyLabel?: string
} & ButtonHTMLAttributes<HTMLButtonElement>

/** A button. `busy`: shows `busyLabel`, cannot be pressed again and stays in place. */
export function Button({
  variant,
  wide,
  small,
  icon,
  busy,
  busyLabel,
  className,
  children,
  ...props
}: ButtonProps) {
  return (
    <button
      type="button"
      {...props}
      disabled={props.disabled || busy}
      aria-busy={busy || undefined}
      className={buttonClass({ variant, wide, small }, className)}
    >
      {busy ? <Icon of={LoaderCircle} className="animate-pulse" /> : icon && <Icon of={icon} />}
      <span>{busy ? (busyLabel ?? children) : children}</span>
    </button>
  )
}

type SubmitProps = ButtonProps & {
  /**
   * The form's action if it is not the page's own; if `name`/`value` are set, those must match too.
   */
  formPath?: string
}

/** The submit button of a Remix form: busy while that form is being sent with this button. */
export function SubmitButton({ formPath, busyLabel, busy, ...props }: SubmitProps) {
  const t = useT()
  const navigation = useNavigation()
  const data = navigation.formData
  const mine =
    data !== undefined &&
    (formPath === undefined || navigation.formAction?.split('?')[0] === formPath) &&
    (props.name === undefined || data.get(props.name) === String(props.value ?? ''))
  return (
    <Button
      type="submit"
      {...props}
      busy={busy || mine}
      busyLabel={busyLabel ?? t('common:action.submitting')}
    />
  )
}

type LinkButtonProps = Look & LinkProps & { children: ReactNode }

/** A link that looks like a button. */
export function LinkButton({
  variant,
  wide,
  small,
  icon,
  className,
  children,
  ...props
}: LinkButtonProps) {
  return (
    <Link {...props} className={buttonClass({ variant, wide, small }, className)}>
      {icon && <Icon of={icon} />}
      <span>{children}</span>
    </Link>
  )
}
