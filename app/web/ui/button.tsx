import type { ButtonHTMLAttributes, ReactNode } from 'react'
import { useT } from '#app/i18n/context.tsx'
import { cx } from './cx.ts'
import { Icon, type IconType } from './icon.tsx'
import { Link, type LinkProps } from './link.tsx'

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
    'aria-busy:animate-pulse disabled:cursor-not-allowed disabled:border-line disabled:bg-line disabled:text-muted',
    small ? 'px-3 text-14' : 'px-5 text-16',
    wide && 'w-full',
    variants[variant],
    className,
  )

type ButtonProps = Look & { busy?: boolean } & ButtonHTMLAttributes<HTMLButtonElement>

/** A button. `busy`: cannot be pressed again and stays in place. */
export function Button({
  variant,
  wide,
  small,
  icon,
  busy,
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
      {icon && <Icon of={icon} />}
      <span>{children}</span>
    </button>
  )
}

/**
 * The button that sends a form. Where scripts run, it shows `busyLabel` meanwhile and cannot be
 * pressed again (app/web/page-script/forms.ts).
 */
export function SubmitButton({ busyLabel, ...props }: ButtonProps & { busyLabel?: string }) {
  const t = useT()
  return (
    <Button type="submit" data-busy-label={busyLabel ?? t('common:action.submitting')} {...props} />
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
