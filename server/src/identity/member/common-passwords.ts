import { dictionary } from '@zxcvbn-ts/language-common'

// What a list made from leaked passwords of the world has too few of: Japanese words, names of our
// trade, and runs of keys. In lower case, and in Latin spelling where there is one. The rules add
// what is usually put around a word: digits, signs, look-alike characters, the word twice.
const more = `
login abc abcd abcde abcdef abcdefg abcdefgh fortnite luffy twitter instagram trustnoi bitcoin
ethereum blockchain collectible blocto metamask nft kura zaq xsw qaz zxczxc
pasuwado pasuwaado kaigi nihon toukyou oosaka kyouto sendai fukuoka hiroshima koube chiba saitama
hokkaido shinjuku akihabara sakurasaku himawari tanpopo momiji tarou jiro saburo satou sato
takahashi watanabe itou ito kobayashi katou yoshida yamaguchi matsumoto inoue kimura saitou saito
shimizu yamazaki mori abe ikeda hashimoto ogawa okada hasegawa fujita gotou kondou kenta shouta
shota daiki yuusuke takuya naoki kazuki ryota yuuki misaki nanami ayaka aoi yui miyu rina emiko
kaori yuko yoko arigatou konnichiwa konnitiha ohayou ohayo konbanwa aisiteru daisuki genki ganbare
ganbaru gambare yakusoku shiawase egao kibou yume mirai kaze sora umi tsuki hoshi taiyou taiyo niji
ame inu neko koneko tora ryu nobita anpanman eva pikachuu jibanyan rilakkuma hanshin kyojin baystars
smap akb hatsunemiku miku vocaloid ramen sakebi onigiri tempura takoyaki karaage karee udon soba
パスワード ぱすわーど さくら サクラ ありがとう こんにちは あいしてる だいすき にほん とうきょう おおさか ねこ いぬ ひみつ たいせつ しあわせ たなか さとう すずき やまだ たろう
はなこ ひまわり ぽけもん ポケモン ピカチュウ ドラえもん ガンダム 東京 大阪 日本 桜 愛してる 大好き 秘密 abcdabcd aaaa aaaaaa qwer zxcv poiuytrewq
lkjhgfdsa mnbvcxz
`

/** What guessers try first, in lower case, for `ensurePassword`. */
export const commonPasswordWords: ReadonlySet<string> = new Set([
  ...dictionary['passwords-common'],
  ...more.trim().split(/\s+/),
])
