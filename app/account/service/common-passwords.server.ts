import { PASSWORD } from '#app/kernel/limits.ts'
import { mayHold } from './bloom.server.ts'
import filterLines from './common-passwords.json' with { type: 'json' }

/**
 * The 10,000 commonest passwords of 6 to 20 characters, in lower case
 * (scripts/common-passwords.ts). One in 2,200 other words is a false positive.
 */
const COMMONEST = Buffer.from(filterLines.join(''), 'base64')

const wordsOf = (text: string): Set<string> => new Set(text.trim().split(/\s+/))

/**
 * Words that people add digits or punctuation to, plus likely choices of Chinese users and of this
 * service's users that the list doesn't contain.
 */
const STEMS = wordsOf(`
  password p@ssword p@ssw0rd passwort mypassword changeme default letmein welcome admin administrator iloveyou iloveu loveyou ihateyou
  fuckyou fuckoff whatever nothing secret master monkey dragon shadow sunshine princess football baseball basketball soccer
  hockey superman batman spiderman pokemon pikachu starwars computer internet google facebook samsung iphone android michael
  jennifer jessica michelle daniel andrew thomas charlie robert matthew joshua anthony ashley nicole hannah amanda george
  william buster tigger ginger pepper cookie cheese banana chocolate orange purple summer winter autumn spring flower freedom
  forever killer hunter ranger mustang ferrari mercedes porsche corvette harley yankees liverpool arsenal chelsea manchester
  england london rangers celtic everton tottenham newcastle birmingham nottingham qwerty qwertyuiop asdfghjkl zxcvbnm
  woaini woaiwojia woaimama woaibaba woaiziji woailaopo wobuaini nihaoma zhongguo zhonghua beijing shanghai guangzhou
  shenzhen hongkong taiwan wuhan chengdu caonima wocaonima nimabi woshishui woshini laopo laogong baobei baobao wangyi taobao
  alipay weixin wechat tencent dearbook xiazhili tianya
  neighbourhelp neighborhelp linbang carpool student university uonstudent
`)

/**
 * Short words that are too common when combined with common digits, including the commonest
 * surnames in China.
 */
const SHORT = wordsOf(`
  pass passwd user root test guest demo hello login love baby nihao king boss game happy money angel lucky vip
  wang li zhang liu chen yang zhao huang zhou wu xu sun hu zhu gao lin he guo ma luo liang song zheng xie han tang feng yu dong
  xiao cheng cao yuan deng fu shen zeng peng lv su lu jiang cai jia ding wei xue ye yan pan du dai xia zhong tian ren
  ming wei fang jing lei jun jie ting ping gang hui hao bin
`)

/** Numbers with a meaning when read out in Chinese, or with a pattern on the keypad. */
const LUCKY = wordsOf(`
  520 521 1314 5201314 1314520 1314521 5211314 520131400 13145200 7758521 7758258 584520 5845201314 5203344 3344520
  518888 168888 888168 518 168 520123 147369 147258 147258369 159357 789456 31415926
`)

const KEYBOARD_ROWS = [
  '012345678901234567890',
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
]

/**
 * A run of digits, of the alphabet or of a keyboard row; one short piece repeated; or every
 * character doubled.
 */
function isPattern(text: string): boolean {
  const backwards = [...text].reverse().join('')
  return (
    /^(?:(.{1,5})\1+|(?:(.)\2+)+)$/u.test(text) ||
    KEYBOARD_ROWS.some((row) => row.includes(text) || row.includes(backwards))
  )
}
const isCommonNumber = (digits: string) => LUCKY.has(digits) || isPattern(digits)
const isCommonWord = (word: string) => STEMS.has(word) || SHORT.has(word) || isPattern(word)

/** A common word and a common number in either order, as in wang1234, pass@123 and 123456abc. */
function isWordWithNumber(text: string): boolean {
  const [, word, digits] = /^([a-z]+)[!@#$%^&*._-]*(\d+)[!@#$%^&*._-]*$/.exec(text) ?? []
  const [, first, last] = /^(\d+)[!@#$%^&*._-]*([a-z]+)[!@#$%^&*._-]*$/.exec(text) ?? []
  const [letters, number] = word ? [word, digits] : [last, first]
  return (
    letters !== undefined && number !== undefined && isCommonWord(letters) && isCommonNumber(number)
  )
}

/**
 * Whether a password is among the first anyone would try: one of the 10,000 commonest, a pattern, a
 * common word followed by a few digits or signs, or a common word with a common number.
 */
export function isCommonPassword(password: string): boolean {
  const text = password.normalize('NFKC').toLowerCase()
  const stem = text.replace(/[\d!@#$%^&*._-]{1,4}$/, '')
  return (
    mayHold(COMMONEST, text) ||
    isPattern(text) ||
    LUCKY.has(text) ||
    (stem.length >= PASSWORD.min && STEMS.has(stem)) ||
    isWordWithNumber(text)
  )
}
