/** Chinese surnames of two characters that students have; any other has one. */
const DOUBLE = [
  '欧阳',
  '司马',
  '上官',
  '诸葛',
  '东方',
  '皇甫',
  '尉迟',
  '公孙',
  '慕容',
  '令狐',
  '夏侯',
]

/**
 * What companions call each other before they have met: the surname of a Chinese name, the first
 * word of any other. Empty for an account that is closed.
 */
export function surnameOf(name: string): string {
  const text = name.trim()
  if (!/^\p{Script=Han}/u.test(text)) return text.split(/\s+/)[0] ?? ''
  return DOUBLE.find((one) => text.startsWith(one) && text.length > 2) ?? [...text][0] ?? ''
}
