import { Form, Link } from '@remix-run/react'
import { useEffect, useRef } from 'react'
import { useT } from '#app/i18n/context.tsx'
import { buttonClass, SubmitButton } from './button.tsx'
import { DateTimeField, Field } from './field.tsx'
import { Search } from './icon.tsx'

type ListFiltersProps = {
  label: string
  action: string
  /** Which list it is: a search keeps it. */
  list?: { name: string; value: string }
  text: { name: string; label: string; hint: string; value: string; maxLength: number }
  /** `min`: a London day. */
  date: { label: string; value: string; min?: string }
  resetTo: string
}

/** A search by text and day, as a GET form: the results have an address that can be shared. */
export function ListFilters({ label, action, list, text, date, resetTo }: ListFiltersProps) {
  const t = useT()
  const boxes = useBoxes({ [text.name]: text.value, date: date.value })
  return (
    <Form
      ref={boxes.form}
      key={list?.value}
      action={action}
      preventScrollReset
      data-keep-scroll
      data-search
      aria-label={label}
      className="flex flex-wrap items-end gap-3 rounded-card border border-line bg-surface p-4"
    >
      {list && <input type="hidden" {...list} />}
      <Field
        label={text.label}
        className="flex-1 basis-32"
        input={{
          id: `filter-${text.name}`,
          name: text.name,
          type: 'search',
          defaultValue: text.value,
          maxLength: text.maxLength,
          placeholder: text.hint,
          enterKeyHint: 'search',
        }}
      />
      <DateTimeField
        kind="date"
        label={date.label}
        className="flex-1 basis-32"
        input={{ id: 'filter-date', name: 'date', defaultValue: date.value, min: date.min }}
      />
      <SubmitButton icon={Search} className="flex-1 basis-32" busyLabel={t('common:action.search')}>
        {t('common:action.search')}
      </SubmitButton>
      <Link
        to={resetTo}
        onClick={boxes.empty}
        preventScrollReset
        data-keep-scroll
        className={buttonClass({ variant: 'secondary' }, 'flex-1 basis-32')}
      >
        {t('common:action.reset')}
      </Link>
    </Form>
  )
}

/**
 * The fields follow the address, for instance on going back, but never overwrite what is being
 * typed.
 */
function useBoxes(values: Record<string, string>) {
  const form = useRef<HTMLFormElement>(null)
  const shown = useRef(values)
  const box = (name: string) => form.current?.elements.namedItem(name) as HTMLInputElement | null
  useEffect(() => {
    for (const [name, value] of Object.entries(values)) {
      const input = box(name)
      if (input && input.value === shown.current[name]) input.value = value
    }
    shown.current = values
  })
  const empty = () => {
    for (const name of Object.keys(values)) {
      const input = box(name)
      if (input) input.value = ''
    }
  }
  return { form, empty }
}
