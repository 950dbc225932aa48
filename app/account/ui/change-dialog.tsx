import type { ReactNode } from 'react'
import { DialogRoute } from '#app/web/ui/dialog.tsx'
import { ConfirmChanges, StepButtons } from './confirm-changes.tsx'

type ChangeDialogProps<Name extends string> = {
  /** The id shared by both of its forms, shown one after the other. */
  form: string
  title: string
  warning: string
  closeTo: string
  labels: Record<Name, string>
  before: Record<NoInfer<Name>, string>
  /** The values about to be saved; null while the form is being filled in. */
  confirm: Record<NoInfer<Name>, string> | null
  /** The form's fields. */
  children: ReactNode
}

/**
 * A change to the account in two steps: enter and check, then a warning with what will change
 * (docs/rules.md#changing-an-account).
 */
export function ChangeDialog<Name extends string>(props: ChangeDialogProps<Name>) {
  const { form, title, warning, closeTo, labels, before, confirm, children } = props
  const changes = (Object.keys(labels) as Name[])
    .map((name) => ({
      label: labels[name],
      from: before[name],
      to: confirm?.[name] ?? before[name],
    }))
    .filter(({ from, to }) => from !== to)
  return (
    <DialogRoute
      title={title}
      closeTo={closeTo}
      footer={<StepButtons form={form} confirming={confirm !== null} />}
    >
      <div className="flex flex-col gap-4">
        {confirm ? (
          <ConfirmChanges id={form} warning={warning} changes={changes} values={confirm} />
        ) : (
          children
        )}
      </div>
    </DialogRoute>
  )
}
