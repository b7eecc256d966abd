print("perfbench")
