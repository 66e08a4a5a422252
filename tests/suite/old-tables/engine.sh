# A classic engine: it takes the first free cell of a board of at most 4x4.
while read -r command a b; do
    case $command in
        name) printf '= First Cell\n\n'; continue ;;
        version) printf '= 1\n\n'; continue ;;
        boardsize)
            if [ -n "$b" ]; then printf '? unacceptable size\n\n'; continue; fi
            taken=' ' ;;
        play) taken="$taken$b " ;;
        genmove)
            for cell in a1 b1 c1 d1 a2 b2 c2 d2 a3 b3 c3 d3 a4 b4 c4 d4; do
                case $taken in *" $cell "*) ;; *) break ;; esac
            done
            taken="$taken$cell "
            printf '= %s\n\n' "$cell"; continue ;;
        quit) printf '= \n\n'; exit ;;
        *) printf '? unknown command\n\n'; continue ;;
    esac
    printf '= \n\n'
done
