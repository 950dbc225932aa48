import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { control, type SubmissionResult, useForm } from './use-form.ts'

function Sample({ answer }: { answer: SubmissionResult<string[]> | null }) {
  const { form, fields, errors } = useForm('login', { phone: '07', password: '', kind: 'b' }, answer)
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

const render = (answer: SubmissionResult<string[]> | null) => renderToStaticMarkup(<Sample answer={answer} />)

test('a fresh form shows its first values and no error, and leaves checking to the server', () => {
  const html = render(null)
  expect(html).toContain('<form id="login" novalidate=""><p></p>')
  expect(html).toContain('<input id="login-phone" name="phone" value="07"/><i></i><b>07</b>')
  expect(html).toContain('<option value="b" selected="">')
})
test('a refused form keeps what was sent and says what is wrong, and where', () => {
  const html = render({
    status: 'error',
    initialValue: { phone: '0712', kind: 'a' },
    error: { '': ['Try later.'], phone: ['Too short.'], kind: null },
  })
  expect(html).toContain('<p>Try later.</p>')
  expect(html).toContain('value="0712"/><i>Too short.</i><b>0712</b>')
  expect(html).toContain('<input id="login-password" name="password" value=""/>')
  expect(html).toContain('<option value="a" selected="">')
})
