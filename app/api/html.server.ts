/** HTML markup. Any other text in a page is escaped. */
export class Html {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

const ESCAPES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (sign) => ESCAPES[sign] ?? sign)

type Part = Html | string | number | undefined | false

/** A template whose parts are escaped unless they are `Html`. */
export function html(strings: TemplateStringsArray, ...parts: Part[]): Html {
  const text = strings.reduce((done, string, index) => {
    const part = parts[index - 1]
    return (
      done +
      (part instanceof Html ? part.text : escapeHtml(String(part === false ? '' : (part ?? '')))) +
      string
    )
  })
  return new Html(text)
}

export const join = (parts: Html[]): Html => new Html(parts.map(({ text }) => text).join('\n'))
