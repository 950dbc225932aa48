import { Form, Link } from '@remix-run/react'
import { ADDRESS_MAX } from '#app/domain/limits.ts'
import type { OrderKind } from '#app/domain/order/order.ts'
import { useT } from '#app/i18n/context.tsx'
import { buttonClass, SubmitButton } from '../button.tsx'
import { DateTimeField, Field } from '../field.tsx'
import { Search } from '../icon.tsx'
import { homePath, minePath } from './query.ts'

type FiltersProps = { kind: OrderKind; filters: { mine: boolean; address?: string; date?: string } }

/** Address and day, as a GET form: what is found has an address that can be shared. */
export function Filters({ kind, filters }: FiltersProps) {
  const t = useT()
  const { mine, address = '', date = '' } = filters
  return (
    <Form
      // A new address fills the boxes anew: they are the browser's, not React's.
      key={`${mine} ${address} ${date}`}
      action={homePath(kind)}
      preventScrollReset
      aria-label={t('order:filter.label')}
      className="flex flex-wrap items-end gap-3 rounded-card border border-line bg-surface p-4"
    >
      {mine && <input type="hidden" name="tab" value="mine" />}
      <Field
        label={t('order:filter.address')}
        className="flex-1 basis-32"
        input={{
          id: 'filter-address',
          name: 'address',
          type: 'search',
          defaultValue: address,
          maxLength: ADDRESS_MAX,
          placeholder: t('order:filter.addressHint'),
          enterKeyHint: 'search',
        }}
      />
      <DateTimeField
        kind="date"
        label={t('order:filter.date')}
        className="flex-1 basis-32"
        input={{ id: 'filter-date', name: 'date', defaultValue: date }}
      />
      <SubmitButton icon={Search} className="flex-1 basis-32" busyLabel={t('common:action.search')}>
        {t('common:action.search')}
      </SubmitButton>
      <Link
        to={mine ? minePath(kind) : homePath(kind)}
        preventScrollReset
        className={buttonClass({ variant: 'secondary' }, 'flex-1 basis-32')}
      >
        {t('common:action.reset')}
      </Link>
    </Form>
  )
}
