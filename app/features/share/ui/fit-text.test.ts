import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ems, fitText, LINE, type Space } from './fit-text.ts'

const space: Space = { width: 936, height: 180, size: 150 }
const squeezed = (text: string) => text.replace(/\s/g, '')

describe('a text in its space', () => {
  test('is as large as it may be, on one line, while it is short', () => {
    expect(fitText('还差 1 人', space)).toEqual({ lines: ['还差 1 人'], size: 144 })
    expect(fitText('ok', { ...space, size: 40 })).toEqual({ lines: ['ok'], size: 40 })
  })

  test('becomes smaller, then breaks between words', () => {
    const { lines, size } = fitText('Birmingham International Airport T1 → Nottingham', {
      ...space,
      size: 76,
    })
    expect(lines).toEqual(['Birmingham International', 'Airport T1 → Nottingham'])
    expect(size).toBeLessThan(76)
  })

  test('no line of Chinese begins with a comma or ends with a currency sign', () => {
    for (let width = 150; width < 700; width += 10) {
      const text = '押金 £20 先冻结，拼满才扣款，没拼满全额退回。'
      for (const line of fitText(text, { width, height: 400, size: 36 }).lines) {
        expect(line).not.toMatch(/^[，。]/)
        expect(line).not.toMatch(/£$/)
      }
    }
  })

  test('a text that is far too long ends with an ellipsis', () => {
    const { lines, size } = fitText('很长'.repeat(400), space)
    expect([lines.length, size]).toEqual([6, 24])
    expect(lines.at(-1)).toMatch(/长…$|很…$/)
  })

  test('whatever it says, it stays inside, and nothing is lost unless it ends with an ellipsis', () => {
    const any = fc.array(fc.constantFrom('希思罗', 'Heathrow ', 'W', '，', '£42', ' ', '。', 'i→'))
    fc.assert(
      fc.property(
        any,
        fc.integer({ min: 120, max: 936 }),
        fc.integer({ min: 60, max: 200 }),
        (parts, width, height) => {
          const text = parts.join('')
          const { lines, size } = fitText(text, { width, height, size: 76 })
          for (const line of lines) expect(ems(line) * size).toBeLessThanOrEqual(width + 0.001)
          expect(lines.length * size * LINE).toBeLessThanOrEqual(height)
          if (!lines.at(-1)?.endsWith('…')) expect(squeezed(lines.join(''))).toBe(squeezed(text))
        },
      ),
    )
  })
})
