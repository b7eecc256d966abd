import Testing

@Test func placeholderUntilRealTestsExist() { #expect(1 + 1 == 2) }
