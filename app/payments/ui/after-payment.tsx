import type { ReactNode } from 'react'
import { EmailLine } from '#app/account/ui/email-line.tsx'
import type { Mailbox } from '#app/account/ui/mailbox.ts'
import { LinkButton } from '#app/web/ui/button.tsx'

type Way = { to: string; label: string }
type DoneProps = {
  /** The result in a few words. */
  title: string
  picture: ReactNode
  /** The text alternative of the picture. */
  words?: string
  /** What happened to the money, and the amounts due with their deadlines. */
  lines: readonly string[]
  /** The student's address, if not every email reaches it. */
  mailbox: Mailbox | null
  /** The links to the next step, and to the student's bookings or receipts. */
  first: Way
  second: Way
  /** The ticket of the booking. */
  children: ReactNode
}

const ON_FIELD = 'border-on-field! bg-transparent! text-on-field!'

/**
 * The page after any payment (decision 0025). Built from the current state, so that it can be
 * reloaded and revisited.
 */
export function AfterPayment({
  title,
  picture,
  words,
  lines,
  mailbox,
  first,
  second,
  children,
}: DoneProps) {
  return (
    <div className="field -mx-4 -my-6 flex flex-1 flex-col items-center gap-4 px-4 py-8 md:mx-auto md:my-0 md:max-w-text md:rounded-card">
      <h1 className="text-center text-28">{title}</h1>
      <div className="flex flex-col items-center gap-1">
        {picture}
        {words && <p className="figures text-14">{words}</p>}
      </div>
      <p className="figures text-center">
        {lines.map((line) => (
          <span key={line} className="block">
            {line}
          </span>
        ))}
      </p>
      <div className="w-full max-w-form">{children}</div>
      {mailbox && (
        <div className="w-full max-w-form text-ink">
          <EmailLine of={mailbox} />
        </div>
      )}
      <div className="flex w-full max-w-form flex-col gap-3">
        <LinkButton to={first.to} variant="secondary" wide className="min-h-12">
          {first.label}
        </LinkButton>
        <LinkButton to={second.to} wide className={ON_FIELD}>
          {second.label}
        </LinkButton>
      </div>
    </div>
  )
}

/** Height of the picture of the car or coach. */
export const DONE_PX = 120
