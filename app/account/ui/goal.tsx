import { useT } from '#app/i18n/context.tsx'
import { Perforation, Ticket } from '#app/web/ui/ticket/ticket.tsx'

/** The id of the ticket's heading. */
const TITLE = 'goal'

/** Texts only, so that the form below loads nothing for it. */
export type GoalProps = {
  kind: 'carpool' | 'trip'
  title: string
  line: string
  price: { amount: string; note: string }
  state: string
  cutoff: string
}

/**
 * The ticket of the group that a visitor is about to join, above the login or registration form.
 */
export function Goal({ kind, title, line, price, state, cutoff }: GoalProps) {
  const t = useT()
  return (
    <div className="flex flex-col gap-2">
      <p className="text-14 text-muted">{t(`account:goal.${kind}`)}</p>
      <Ticket
        title={TITLE}
        heading={
          <h2 id={TITLE} className="break-words text-18">
            {title}
          </h2>
        }
        line={line}
        price={price}
      >
        <Perforation />
        <p className="p-4 pt-2 text-14">
          <strong className="font-semibold text-accent">{state}</strong>{' '}
          <span>{`· ${cutoff}`}</span>
        </p>
      </Ticket>
    </div>
  )
}
