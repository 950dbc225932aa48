import type { LondonDay } from '#app/domain/time.ts'
import { useT } from '#app/i18n/context.tsx'
import { Field } from '#app/ui/field.tsx'

type DaySpanProps = { from: LondonDay; to: LondonDay; hint: string }

/** The first and the last day of a file. */
export function DaySpan({ from, to, hint }: DaySpanProps) {
  const t = useT()
  const day = { type: 'date', required: true } as const
  return (
    <div className="flex flex-wrap gap-4">
      <Field
        label={t('admin:export.from')}
        input={{ id: 'from', name: 'from', ...day, defaultValue: from }}
      />
      <Field
        label={t('admin:export.to')}
        hint={hint}
        input={{ id: 'to', name: 'to', ...day, defaultValue: to }}
      />
    </div>
  )
}
