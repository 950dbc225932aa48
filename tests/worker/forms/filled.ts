import type { Shown } from '#tests/worker/accounts/visitor.ts'

const attribute = (tag: string, name: string): string | undefined =>
  tag
    .match(new RegExp(`\\b${name}="([^"]*)"`))?.[1]
    ?.replace(/&quot;/g, '"')
    .replace(/&amp;/g, '&')

/** What a browser without scripts sends from the form with this field, if nothing is changed. */
export function filledForm({ html }: Shown, field: string): Record<string, string> {
  const forms = html.match(/<form[\s\S]*?<\/form>/g) ?? []
  const form = forms.find((one) => new RegExp(`<(?:input|select)[^>]*\\bname="${field}"`).test(one))
  if (!form) throw new Error(`no form has the field ${field}`)
  const sent: Record<string, string> = {}
  for (const [tag] of form.matchAll(/<input[^>]*>/g)) {
    const name = attribute(tag, 'name')
    const isOff = /type="checkbox"/.test(tag) && !/\bchecked\b/.test(tag)
    if (name && !isOff) sent[name] = attribute(tag, 'value') ?? 'on'
  }
  for (const [, tag = '', inside = ''] of form.matchAll(/(<select[^>]*>)([\s\S]*?)<\/select>/g)) {
    const options = inside.match(/<option[^>]*>/g) ?? []
    const chosen = options.find((option) => /\bselected\b/.test(option)) ?? options[0] ?? ''
    sent[attribute(tag, 'name') ?? ''] = attribute(chosen, 'value') ?? ''
  }
  for (const [, tag = '', text = ''] of form.matchAll(/(<textarea[^>]*>)([^<]*)<\/textarea>/g))
    sent[attribute(tag, 'name') ?? ''] = text
  return sent
}
