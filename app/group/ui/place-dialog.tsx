import type { ReactNode } from 'react'
import { type ButtonVariant, LinkButton, SubmitButton } from '#app/web/ui/button.tsx'
import { DialogRoute } from '#app/web/ui/dialog.tsx'
import { Form } from '#app/web/ui/form.tsx'
import { PlaceRefusal } from './place-refusal.tsx'

type PlaceDialogProps = {
  title: string
  closeTo: string
  /** The action and the ride's name, such as "you are leaving". */
  which: ReactNode
  /** The error of the last attempt. */
  failed?: ReactNode
  /** Why the action is not possible (any more); if set, there is no button. */
  closed: { title?: string; text: string } | null
  contact: string
  /** The cancel option beside the button. */
  keep: string
  submit: { label: string; busy: string; variant?: ButtonVariant }
  children: ReactNode
}

const FORM = 'place-form'

/**
 * A question about the viewer's own place, with one button that answers it; works without scripts.
 */
export function PlaceDialog(props: PlaceDialogProps) {
  const { title, closeTo, which, failed, closed, contact, keep, submit, children } = props
  return (
    <DialogRoute
      title={title}
      closeTo={closeTo}
      footer={
        closed ? undefined : (
          <>
            <LinkButton to={closeTo} variant="secondary">
              {keep}
            </LinkButton>
            <SubmitButton
              form={FORM}
              variant={submit.variant}
              busyLabel={submit.busy}
              className="sm:flex-1"
            >
              {submit.label}
            </SubmitButton>
          </>
        )
      }
    >
      <Form method="post" id={FORM} className="flex flex-col gap-4">
        <p>{which}</p>
        {failed}
        {closed ? (
          <PlaceRefusal
            title={closed.title}
            text={closed.text}
            contact={contact}
            closeTo={closeTo}
          />
        ) : (
          children
        )}
      </Form>
    </DialogRoute>
  )
}
