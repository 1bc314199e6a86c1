// The words that passwords are made of most often, in lower case, in Latin spelling where there is
// one. The rules add the usual variations: digits, signs, similar characters, the word twice.
const abroad = `
password passw0rd passwort passcode pass admin administrator root user guest login welcome letmein master secret
default changeme qwerty qwertyui qwertyuiop azerty asdf asdfgh asdfghjk asdfghjkl zxcvbn zxcvbnm abc abcd abcde
abcdef abcdefg abcdefgh iloveyou loveyou love lovely lover baby babygirl angel angels princess prince queen king
sunshine sunflower rainbow butterfly flower flowers summer winter spring autumn monkey dragon tiger lion eagle
falcon phoenix wolf bear kitty kitten hellokitty puppy doggy buster charlie bailey maggie ginger pepper cookie
chocolate banana orange cheese coffee football soccer baseball basketball hockey tennis golf runner jordan
michael michelle jennifer jessica ashley amanda nicole daniel andrew joshua matthew robert thomas william george
anthony samantha elizabeth stephanie christian superman batman spiderman ironman starwars pokemon pikachu mario
nintendo playstation xbox minecraft fortnite naruto onepiece sasuke luffy goku vegeta dragonball computer
internet samsung google facebook twitter instagram apple iphone android windows linux microsoft database server
network security freedom whatever trustno trustnoi nothing killer hunter ranger warrior knight shadow silver
golden diamond crystal heaven jesus christ blessed hello helloworld goodluck lucky money dollar bitcoin ethereum
crypto wallet blockchain collectible blocto metamask nft flow kura market shopping london paris newyork america
canada france liverpool chelsea arsenal barcelona ferrari porsche mercedes corvette mustang harley yamaha honda
toyota nissan suzuki kawasaki mazda subaru zaq xsw qaz qazwsx qazwsxedc wsxedc asdasd qweqwe qweasd qweasdzxc
zxczxc test tester testing testtest demo sample example temp temporary please forever friend friends family
mother father sister brother mommy daddy ilove myself unknown access matrix mobile purple yellow
`
const atHome = `
pasuwado pasuwaado himitsu kaigi nihon nippon japan tokyo toukyou osaka oosaka kyoto kyouto nagoya sapporo
sendai fukuoka hiroshima kobe koube yokohama chiba saitama okinawa hokkaido shibuya shinjuku akihabara sakura
sakurasaku himawari tanpopo momiji yuki hana hanako tarou taro ichiro jiro saburo yamada tanaka satou sato
takahashi watanabe itou ito yamamoto nakamura kobayashi katou kato yoshida yamaguchi matsumoto inoue kimura
hayashi saitou saito shimizu yamazaki mori abe ikeda hashimoto ishikawa ogawa okada hasegawa fujita gotou kondou
takeshi hiroshi kenji kenta daisuke takashi akira makoto satoshi shouta shota daiki yusuke yuusuke takuya
tsubasa hiroki naoki kazuki ryota yuuki haruka misaki nanami ayaka aoi hinata yui miyu rina mayumi yumiko keiko
akiko naomi megumi emiko kaori tomoko yuko yoko arigatou arigato konnichiwa konnitiha ohayou ohayo konbanwa
sayonara aishiteru aisiteru daisuki suki kawaii genki ganbare ganbaru gambare yakusoku shiawase egao kibou yume
mirai hikari kaze sora umi yama tsuki hoshi taiyou taiyo niji ame inu neko koneko usagi kuma penguin tora ryu
kitsune doraemon nobita anpanman totoro gundam evangelion eva sailormoon pikachuu jibanyan rilakkuma snoopy
mickey minnie disney disneyland tigers hanshin giants kyojin carp hawks lions marines baystars dragons swallows
arashi smap akb exile morning hatsunemiku miku vocaloid samurai ninja sushi ramen sakebi onigiri tempura
takoyaki karaage karee udon soba パスワード ぱすわーど さくら サクラ ありがとう こんにちは あいしてる だいすき にほん とうきょう おおさか ねこ いぬ ひみつ たいせつ しあわせ
たなか さとう すずき やまだ たろう はなこ ひまわり ぽけもん ポケモン ピカチュウ ドラえもん ガンダム 東京 大阪 日本 桜 愛してる 大好き 秘密 abcdabcd aaaa aaaaaa qwer
qwerasdf zxcv asdfzxcv poiuytrewq lkjhgfdsa mnbvcxz
`

/** The words, for `ensurePassword`. */
export const commonPasswordWords: ReadonlySet<string> = new Set(`${abroad} ${atHome}`.trim().split(/\s+/))
