type TickProps = {
  name: string
  value: string
  label: string
  defaultChecked: boolean
  describedBy?: string | undefined
}

/** A checkbox with its label. */
export function Tick({ label, describedBy, ...input }: TickProps) {
  return (
    <label className="inline-flex min-h-11 items-center gap-2">
      <input
        type="checkbox"
        {...input}
        aria-describedby={describedBy}
        aria-invalid={describedBy ? true : undefined}
        className="size-5 accent-brand"
      />
      {label}
    </label>
  )
}
