import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { I18nProvider } from '#app/i18n/context.tsx'
import { getT } from '#app/i18n/server.ts'
import { control, type FormResult, formOf } from './form-state.ts'

function Sample({ result }: { result: FormResult | null }) {
  const { form, fields, errors } = formOf('login', { phone: '07', password: '', kind: 'b' }, result)
  return (
    <form {...form}>
      <p>{errors.join(' ')}</p>
      <input {...control(fields.phone)} />
      <i>{fields.phone.errors?.join(' ')}</i>
      <b>{fields.phone.value}</b>
      <input {...control(fields.password)} />
      <select {...control(fields.kind)}>
        <option value="a">a</option>
        <option value="b">b</option>
      </select>
    </form>
  )
}

const render = (result: FormResult | null) =>
  renderToStaticMarkup(
    <I18nProvider language="en" t={getT('en')}>
      <Sample result={result} />
    </I18nProvider>,
  )

test('a fresh form shows its initial values and no error, and leaves validation to the server', () => {
  const html = render(null)
  expect(html).toContain('<form id="login" novalidate=""><p></p>')
  expect(html).toContain('<input id="login-phone" name="phone" value="07"/><i></i><b>07</b>')
  expect(html).toContain('<option value="b" selected="">')
})
test('a refused form keeps what was sent and says what is wrong, and where', () => {
  const html = render({
    sent: [
      ['phone', '0712'],
      ['kind', 'a'],
    ],
    errors: { '': ['Try later.'], phone: ['Too short.'] },
    failure: null,
  })
  expect(html).toContain('<p>Try later.</p>')
  expect(html).toContain('value="0712"/><i>Too short.</i><b>0712</b>')
  expect(html).toContain('<input id="login-password" name="password" value=""/>')
  expect(html).toContain('<option value="a" selected="">')
})
test('a field that was sent empty stays empty', () => {
  expect(render({ sent: [['phone', '']], errors: {}, failure: null })).toContain(
    'name="phone" value=""/><i></i><b></b>',
  )
})
