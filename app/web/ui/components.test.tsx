import type { ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { I18nProvider } from '#app/i18n/context.tsx'
import { getT } from '#app/i18n/server.ts'
import { errorPageOf } from './error-page.tsx'
import { ErrorSummary } from './error-summary.tsx'
import { Field, SelectField } from './field.tsx'
import { Table } from './table.tsx'
import { Toast, type ToastMessage, ToastProvider } from './toast.tsx'

const render = (element: ReactElement) =>
  renderToStaticMarkup(
    <I18nProvider language="en" t={getT('en')}>
      {element}
    </I18nProvider>,
  )

test('a field is linked to its label, its hint and its error', () => {
  const input = { id: 'phone', name: 'phone', type: 'tel' }
  const html = render(
    <Field label="Phone" hint="UK mobile" errors={['Too short.']} input={input} />,
  )
  expect(html).toContain('<label for="phone"')
  expect(html).toMatch(
    /<input id="phone" name="phone" type="tel" aria-describedby="phone-hint phone-error" aria-invalid="true"/,
  )
  expect(html).toContain('<p id="phone-hint"')
  expect(html).toContain('<p id="phone-error"')
})
test('a valid field shows no error', () => {
  const html = render(
    <Field label="Phone" input={{ id: 'phone', name: 'phone', required: true }} />,
  )
  expect(html).not.toMatch(/ aria-\w+=/)
  expect(html).not.toContain('optional')
})
test('a select shows an empty choice only when it has one', () => {
  const input = { id: 's', name: 's', defaultValue: '2' }
  const options = [
    { value: '1', label: 'One' },
    { value: '2', label: 'Two' },
  ]
  expect(render(<SelectField label="S" input={input} options={options} />)).not.toContain(
    'value=""',
  )
  const html = render(
    <SelectField label="S" input={input} options={options} placeholder="Choose" />,
  )
  expect(html).toContain('<option value="">Choose</option>')
  expect(html).toContain('<option value="2" selected="">Two</option>')
})
test('the summary links to each invalid field and is hidden when there is none', () => {
  expect(render(<ErrorSummary items={[]} />)).toBe('')
  const html = render(
    <ErrorSummary items={[{ fieldId: 'phone', text: 'Too short.' }, { text: 'Try later.' }]} />,
  )
  expect(html).toContain('2 things to correct')
  expect(html).toContain('<a href="#phone"')
})
test('a table labels its rows and columns', () => {
  const html = render(
    <Table
      caption="Prices"
      corner="Airport"
      columns={[{ key: '1', label: '1 person' }]}
      rows={[{ key: 'lhr', header: 'Heathrow', cells: ['£180'] }]}
    />,
  )
  expect(html.match(/scope="col"/g)).toHaveLength(2)
  expect(html.match(/scope="row"/g)).toHaveLength(1)
})
test('the toast’s live region exists before the toast', () => {
  const told = (toast: ToastMessage | null) =>
    render(
      <ToastProvider value={toast}>
        <Toast over="page" />
      </ToastProvider>,
    )
  expect(told(null)).toMatch(/^<div role="status"[^>]*><\/div>$/)
  expect(told({ kind: 'success', message: 'Welcome.' })).toContain('<p class="py-2">Welcome.</p>')
})
test('each status has its page', () => {
  expect([404, 405, 403, 429, 500, 503, 400].map(errorPageOf)).toEqual([
    'notFound',
    'notFound',
    'forbidden',
    'tooMany',
    'failure',
    'unavailable',
    'failure',
  ])
})
