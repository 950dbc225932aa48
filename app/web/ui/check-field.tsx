import type { FormField } from './form-state.ts'

type CheckFieldProps = { field: FormField; label: string; hint: string }

/** A checkbox whose whole row is its label. */
export function CheckField({ field: { id, name, value }, label, hint }: CheckFieldProps) {
  return (
    <div data-part={id} className="flex flex-col">
      <label className="flex min-h-11 cursor-pointer items-center gap-3 font-medium">
        <input
          type="checkbox"
          id={id}
          name={name}
          defaultChecked={value === 'on'}
          aria-describedby={`${id}-hint`}
          className="size-6 shrink-0 accent-brand"
        />
        <span>{label}</span>
      </label>
      <p id={`${id}-hint`} className="text-13 text-muted">
        {hint}
      </p>
    </div>
  )
}
