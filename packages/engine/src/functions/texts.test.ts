import { naError } from '@deal-canvas/workbook-reader'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { calculator } from './testing.ts'

const calculate = calculator([
  ['Monday', null, 'Friday'],
  [1.5, true, naError],
])

const rules: Record<string, readonly (readonly [formula: string, result: unknown])[]> = {
  'parts are cut by counting letters': [
    ['LEFT("abc")', 'a'],
    ['LEFT("abc",)', ''],
    ['LEFT("abc",9)', 'abc'],
    ['LEFT("abc",-1)', '#VALUE!'],
    ['RIGHT("abc",2)', 'bc'],
    ['RIGHT("abc",0)', ''],
    ['MID("Fluid Flow",7,20)', 'Flow'],
    ['MID("abc",0,1)', '#VALUE!'],
    ['LEN(TRUE)', 4],
    ['LENB("abc")', 3],
    ['LEFT(C2)', '#N/A'],
    ['REPLACE("2009",3,2,"10")', '2010'],
  ],
  'FIND regards case, SEARCH has wildcards instead': [
    ['FIND("M","Miriam McGovern",3)', 8],
    ['FIND("m","Miriam")', 6],
    ['FIND("","abc")', 1],
    ['FIND("x","abc")', '#VALUE!'],
    ['FIND("a","abc",0)', '#VALUE!'],
    ['SEARCH("m","Miriam")', 1],
    ['SEARCH("e?t","the estate")', 5],
    ['SEARCH("*t*t","the estate")', 1],
    ['SEARCH("~*","a*b")', 2],
  ],
  'texts are changed as a whole': [
    ['SUBSTITUTE("Quarter 1, 2011","1","2",3)', 'Quarter 1, 2012'],
    ['SUBSTITUTE("aaa","a","b")', 'bbb'],
    ['SUBSTITUTE("abc","","x")', 'abc'],
    ['SUBSTITUTE("abc","a","x",0)', '#VALUE!'],
    ['TRIM("  a   b ")', 'a b'],
    ['CLEAN(CHAR(7)&"text"&CHAR(10))', 'text'],
    ['PROPER("76BudGet o\'neil")', "76Budget O'Neil"],
    ['UPPER("é")', 'É'],
    ['REPT("ab",2.9)', 'abab'],
    ['REPT("ab",20000)', '#VALUE!'],
    ['EXACT("a","A")', false],
  ],
  'texts are joined, with or without empty ones': [
    ['CONCAT(A1:C1,A2)', 'MondayFriday1.5'],
    ['CONCATENATE("a",1,TRUE)', 'a1TRUE'],
    ['TEXTJOIN(", ",TRUE,A1:C1)', 'Monday, Friday'],
    ['TEXTJOIN(", ",FALSE,A1:C1)', 'Monday, , Friday'],
    ['TEXTJOIN({",",";"},TRUE,1,2,3)', '1,2;3'],
    ['TEXTJOIN(",",TRUE,C1:C2)', '#N/A'],
    ['ARRAYTOTEXT({1,"a";TRUE,2},1)', '{1,"a";TRUE,2}'],
    ['VALUETOTEXT("a",1)', '"a"'],
  ],
  'texts are split at delimiters': [
    ['TEXTBEFORE("a-b-c","-",2)', 'a-b'],
    ['TEXTBEFORE("a-b-c","-",-1)', 'a-b'],
    ['TEXTAFTER("a-b-c","-")', 'b-c'],
    ['TEXTAFTER("aXb","x",1,1)', 'b'],
    ['TEXTAFTER("abc","x")', '#N/A'],
    ['TEXTAFTER("abc","x",,,,"none")', 'none'],
    ['TEXTBEFORE("abc","x",1,0,1)', 'abc'],
    ['TEXTBEFORE("a.b-c",{"-","."})', 'a'],
    ['TEXTBEFORE("abc","b",0)', '#VALUE!'],
    [
      'TEXTSPLIT("1,2;3",",",";")',
      [
        ['1', '2'],
        ['3', '#N/A'],
      ],
    ],
    ['TEXTSPLIT("a,,b",",",,TRUE)', [['a', 'b']]],
  ],
  'letters have numbers': [
    ['CHAR(128)', '€'],
    ['CODE("€uro")', 128],
    ['CHAR(0)', '#VALUE!'],
    ['UNICHAR(8364)', '€'],
    ['UNICODE("😀")', 128_512],
  ],
  'numbers are read from texts': [
    ['VALUE("$1,000.50")', 1000.5],
    ['VALUE("12.5%")', 0.125],
    ['VALUE("(5)")', -5],
    ['VALUE("x")', '#VALUE!'],
    ['VALUE(TRUE)', '#VALUE!'],
    ['NUMBERVALUE("2.500,27",",",".")', 2500.27],
    ['NUMBERVALUE("9%%")', 0.0009],
    ['NUMBERVALUE("1,2.3,4")', '#VALUE!'],
  ],
  'expressions test, extract and replace': [
    ['REGEXTEST("Alpha7","[0-9]$")', true],
    ['REGEXTEST("alpha","A")', false],
    ['REGEXTEST("alpha","A",1)', true],
    ['REGEXEXTRACT("LonelyPlanet","[A-Z][a-z]+",1)', [['Lonely', 'Planet']]],
    ['REGEXREPLACE("JamesBond","([A-Z][a-z]+)([A-Z][a-z]+)","$2, $1 $2")', 'Bond, James Bond'],
    ['REGEXREPLACE("a1b2","[0-9]","#",-1)', 'a1b#'],
    ['REGEXTEST("a","(")', '#VALUE!'],
    ['REGEXTEST("aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!","(a+)+$")', '#VALUE!'],
  ],
}

describe('text functions', () => {
  for (const [rule, cases] of Object.entries(rules)) {
    it.each(cases)(`${rule}: %s`, (formula, result) => expect(calculate(formula)).toEqual(result))
  }

  it('restores a text that was cut in two when joined', () => {
    const word = fc.string({ unit: fc.constantFrom('a', 'B', ' ', '-', 'é'), maxLength: 12 })
    fc.assert(
      fc.property(word, fc.nat(14), (text, count) => {
        expect(calculate(`LEFT("${text}",${count})&MID("${text}",${count}+1,99)`)).toBe(text)
        expect(calculate(`TEXTJOIN("-",FALSE,TEXTSPLIT("${text}","-"))`)).toBe(text)
      }),
    )
  })
})
