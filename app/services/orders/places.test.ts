import fc from 'fast-check'
import { expect, test } from 'vitest'
import { CARRIERS, type Carrier } from '#app/domain/order/postage.ts'
import { getT, texts } from '#app/i18n/server.ts'
import gazetteer from './gazetteer.json' with { type: 'json' }
import { foldText, outwardOf, PLACES, placeName, placeOf, searchTextOf } from './places.server.ts'

const zh = getT('zh')
const en = getT('en')
const abroad = (address: string, carrier: Carrier = 'HKA') => placeOf({ address, zip: '', carrier })

const cases = (table: readonly (readonly [address: string, place: string])[]) => {
  for (const [address, place] of table) expect(abroad(address), address).toBe(place)
}

test('a UK postcode decides the place, whatever address and carrier say', () => {
  for (const carrier of [null, ...CARRIERS])
    expect(placeOf({ address: '上海市南京路', zip: 'ng72rd', carrier })).toBe('uk.NG')
  expect(placeOf({ address: '', zip: 'E1 6AN', carrier: null })).toBe('uk.E')
  expect(placeOf({ address: '', zip: 'EC1A 1BB', carrier: null })).toBe('uk.EC')
})

test('without a carrier an address is in the UK', () => {
  expect(placeOf({ address: 'Shanghai', zip: '', carrier: null })).toBe('region.uk')
  expect(placeOf({ address: '上海市', zip: '200030', carrier: null })).toBe('region.uk')
})

test('an address without a known place is where its carrier goes', () => {
  const regions = CARRIERS.map((carrier) => [carrier, abroad('12 Foo Street', carrier)])
  expect(Object.fromEntries(regions)).toEqual({
    SF: 'region.china',
    HKA: 'region.abroad',
    HKS: 'region.abroad',
    RM: 'region.abroad',
    TW: 'region.taiwan',
    MC: 'region.macau',
    UPS: 'region.usa',
    BPOST: 'region.usa',
  })
})

test('a Chinese address names its town before its roads', () => {
  cases([
    ['上海市南京路1号', 'city.shanghai'],
    ['上海市静安区南京西路1号', 'city.shanghai'],
    ['上海南京西路1号', 'city.shanghai'],
    ['北京路12号 广州', 'city.guangzhou'],
    ['广东省广州市越秀区北京路', 'city.guangzhou'],
    ['浙江 温州 鹿城区', 'city.wenzhou'],
    ['浙江杭州西湖区文三路', 'city.hangzhou'],
    ['内蒙古自治区呼和浩特市', 'city.hohhot'],
    ['江苏省苏州市昆山市', 'city.suzhou'],
    ['大连市中山区人民路', 'city.dalian'],
    ['江苏省常州市新北区', 'city.changzhou'],
    ['中国香港九龙尖沙咀', 'region.hongKong'],
    ['九龍旺角彌敦道1號', 'region.hongKong'],
    ['新界沙田', 'region.hongKong'],
    ['澳門氹仔', 'region.macau'],
    ['美国马萨诸塞州波士顿', 'city.boston'],
    ['青岛市市南区香港中路', 'city.qingdao'],
    ['静安区南京西路100号', 'region.abroad'],
    ['安徽省阜阳市颍州区', 'region.china'],
  ])
})

test('traditional characters and full-width letters are recognised as well', () => {
  cases([
    ['臺北市大安區', 'city.taipei'],
    ['台灣新北市板橋區', 'city.newTaipei'],
    ['臺灣省臺中市', 'city.taichung'],
    ['屏東縣', 'city.pingtung'],
    ['宜蘭縣羅東鎮', 'city.yilan'],
    ['廣東省廣州市', 'city.guangzhou'],
    ['廈門市思明區', 'city.xiamen'],
    ['蘇州工業園區', 'city.suzhou'],
    ['寧波', 'city.ningbo'],
    ['重慶市', 'city.chongqing'],
    ['瀋陽市', 'city.shenyang'],
    ['濟南市', 'city.jinan'],
    ['哈爾濱市', 'city.harbin'],
    ['烏魯木齊市', 'city.urumqi'],
    ['美國 紐約', 'city.newYork'],
    ['Ｓｈａｎｇｈａｉ', 'city.shanghai'],
  ])
})

test('an address in Latin letters names its town after its roads', () => {
  cases([
    ['12 Nanjing Road, Shanghai', 'city.shanghai'],
    ['12 Nanjing Road Shanghai China', 'city.shanghai'],
    ['12 NANJING ROAD\nSHANGHAI\nTEL 123', 'city.shanghai'],
    ['800 Dongchuan Rd, Minhang, Shanghai 200240, P.R. China', 'city.shanghai'],
    ['No. 7, Xinyi Rd., Sec. 5, Taipei City 110, Taiwan (R.O.C.)', 'city.taipei'],
    ['Banqiao Dist., New Taipei City 220', 'city.newTaipei'],
    ['Zhongshan District, Taipei', 'city.taipei'],
    ['Flat A, 5/F, Nathan Road, Kowloon, H.K.', 'region.hongKong'],
    ['360 Huntington Ave, Boston, MA 02115', 'city.boston'],
    ['360 Huntington Ave Boston MA 02115-1234', 'city.boston'],
    ['45 Columbus Ave, New York, NY 10023', 'city.newYork'],
    ['1 Pike St, Seattle, Washington 98101', 'city.seattle'],
    ['1600 Pennsylvania Ave, Washington, D.C. 20500', 'city.washingtonDc'],
    ['Boston Court (Boston), Minhang, Shanghai 200240', 'city.shanghai'],
    ['Room 1、Minhang、Shanghai、Dongchuan Rd', 'city.shanghai'],
    ['1 Foo St, Olympia, Washington 98501', 'region.usa'],
    ['10 Rue de Rivoli, 75001 PARIS FRANCE', 'city.paris'],
    ['Marienplatz 1, 80331 München', 'city.munich'],
    ['Bahnhofstrasse 1, 8001 Zürich, Schweiz', 'city.zurich'],
    ['Damrak 1, 1012 LG Amsterdam', 'city.amsterdam'],
    ['1 Pearse Street, Dublin 2 D02 X285', 'city.dublin'],
    ['1 Rue Foo, 35000 Rennes, France', 'region.abroad'],
    ['Yuhua District, Xi’an, Shaanxi', 'city.xian'],
    ['Jiaojiang, Taizhou, Zhejiang', 'city.taizhouZhejiang'],
    ['Hailing, Taizhou, Jiangsu', 'city.taizhouJiangsu'],
    ['Shanghainese House, Londonderry', 'region.abroad'],
  ])
  expect(abroad('1 Rue Foo, 35000 Rennes, France', 'UPS')).toBe('region.abroad')
})

test('with two scripts, the one with a certain town counts', () => {
  cases([
    ['3 Nanjing Road, Shanghai 上海', 'city.shanghai'],
    ['3 Nanjing Road, 上海市', 'city.shanghai'],
    ['上海市 Paris Garden, Paris', 'city.shanghai'],
    ['沈阳, 12 Elm Street, Boston, MA 02115', 'city.boston'],
    ['Austin Li 上海', 'city.shanghai'],
  ])
})

test('a name or a telephone number before the town is neither shown nor taken for a town', () => {
  cases([
    ['李宁波 13800138000 浙江省温州市鹿城区', 'city.wenzhou'],
    ['沈阳 13800138000 上海浦东新区', 'city.shanghai'],
    ['沈阳 浙江温州鹿城', 'city.wenzhou'],
    ['沈阳，浙江省 温州鹿城', 'city.wenzhou'],
    ['张昆明，成都市武侯区', 'city.chengdu'],
    ['李昆明 13800138000', 'region.abroad'],
    ['收件人：王长春 电话123 广东深圳南山区', 'city.shenzhen'],
    ['Florence Wang +44 7911 123456, 1 Foo Rd, Shanghai', 'city.shanghai'],
    ['Austin Ma 12 Foo', 'region.abroad'],
    ['Austin Li, 12 Foo Road', 'region.abroad'],
    ['Austin, 12 Foo Road', 'region.abroad'],
    ['Paris 512 555 0100', 'region.abroad'],
    ['austin@example.com, li.boston@example.com', 'region.abroad'],
    ["Sofia's flat, Vienna-House", 'region.abroad'],
    ['NG7 2RD 李雷 07911123456', 'region.abroad'],
    ['{{name}} <script> city.shanghai uk.NG $t(x)', 'region.abroad'],
  ])
})

test('only a known place is ever shown of an address', () => {
  const pieces = fc.constantFrom(
    '上海',
    '市',
    '路',
    'Paris',
    ', ',
    ' ',
    '李',
    'Boston MA',
    '0791',
    '\n',
    '西',
    'İ',
    'é',
  )
  const address = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.array(pieces).map((parts) => parts.join('')),
  )
  fc.assert(
    fc.property(address, fc.string(), fc.constantFrom(null, ...CARRIERS), (text, zip, carrier) => {
      expect(
        PLACES.includes(placeOf({ address: text, zip, carrier }) as (typeof PLACES)[number]),
      ).toBe(true)
    }),
  )
})

test('every place is found by each of its names in both languages, and by its aliases', () => {
  const cities = PLACES.filter((place) => place.startsWith('city.'))
  for (const place of [
    ...cities,
    'region.hongKong',
    'region.macau',
    'region.taiwan',
    'region.china',
    'region.usa',
  ]) {
    const [group, key = ''] = place.split('.') as ['city' | 'region', string]
    const aliases: Record<string, string[] | undefined> = gazetteer.aliases[group]
    for (const name of [placeName(zh, place), placeName(en, place), ...(aliases[key] ?? [])]) {
      expect(abroad(name, 'RM'), name).toBe(place)
      expect(abroad(name.toUpperCase(), 'RM'), name).toBe(place)
      const written = /\p{Script=Han}/u.test(name) ? `${name}朝阳区1号` : `1 Foo Road, ${name}`
      expect(abroad(written, 'RM'), written).toBe(place)
    }
  }
  for (const group of ['city', 'region'] as const)
    for (const key of Object.keys(gazetteer.aliases[group]))
      expect(PLACES).toContain(`${group}.${key}`)
})

test('every place has its own name in both languages', () => {
  expect(PLACES.filter((place) => place.startsWith('uk.')).length).toBe(124)
  for (const { places } of Object.values(texts)) {
    const keys = Object.entries(places).flatMap(([group, names]) =>
      Object.keys(names).map((key) => `${group}.${key}`),
    )
    expect(keys).toEqual(PLACES)
    for (const names of Object.values(places))
      expect(new Set(Object.values(names)).size).toBe(Object.keys(names).length)
  }
  for (const place of PLACES) {
    expect(placeName(zh, place), place).toMatch(/^\p{Script=Han}+$/u)
    expect(placeName(en, place), place).toMatch(/^[\p{Script=Latin} ,'-]+$/u)
  }
})

test('an unknown place of a newer version is shown as abroad', () => {
  for (const key of ['city.atlantis', 'uk.QQ', 'city.toString', '', 'region', 'errors:notFound'])
    expect([placeName(zh, key), placeName(en, key)], key).toEqual(['海外', 'Abroad'])
})

test('only the outward half of a UK postcode is shown', () => {
  for (const [zip, outward] of [
    ['NG7 2RD', 'NG7'],
    ['ec1a1bb', 'EC1A'],
    ['200030', ''],
    ['1012 AB', ''],
    ['', ''],
  ] as const)
    expect(outwardOf(zip), zip).toBe(outward)
})

test('others find an order by place and outward postcode, in either language and script', () => {
  const text = searchTextOf(['uk.NG', 'city.taipei'], ['NG7', ''])
  expect(text).toBe('诺丁汉 台北 nottingham taipei ng7')
  for (const typed of ['诺丁汉', '諾丁漢', ' NOTTINGHAM ', '臺北', 'ＮＧ７'])
    expect(text).toContain(foldText(typed))
  for (const typed of ['NG7 2RD', 'ng72rd', 'NG72']) expect(text).not.toContain(foldText(typed))
  expect(searchTextOf(['city.munich', 'city.dusseldorf'], [])).toBe(
    '慕尼黑 杜塞尔多夫 munich dusseldorf',
  )
})

test('folding removes differences of width, case, accents, script and spaces, and folding twice changes nothing', () => {
  expect(foldText('  Ｎｇ７\t２RD\n\u3000Zürich 廣東省 ')).toBe('ng7 2rd zurich 广东省')
  expect(foldText('İstanbul')).toBe('istanbul')
  const twice = fc.property(fc.string({ unit: 'binary' }), (text) => {
    expect(foldText(foldText(text))).toBe(foldText(text))
  })
  fc.assert(twice, { numRuns: 2000 })
})
